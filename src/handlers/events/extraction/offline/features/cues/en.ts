import type { Cues } from './cue.ts';

export const english: Cues = {
  promise:
    /\b(?:i(?:'ll| will| can (?:take|do|look|send|write|help)|'m going to)|we(?:'ll| will|'re going to| are going to| plan to| intend to| aim to)|will (?:do|follow up|take|send|write|look|open|file|reach out|prepare|draft|update|report|check|share|schedule|work|try|bring|add|create|start|continue)|promis\w+|pledg\w+|commit(?:s|ted)? to|volunteer(?:s|ed)? to|offer(?:s|ed)? to|agreed to (?!be\b)\w+|on it|take this one|plans? to|intends? to|scheduled (?:to|for)|will be (?:released|published|removed|added|available|held|updated|deprecated|migrated|moved|done|replaced))\b/i,
  assign:
    /\b(?:action(?: item)?s?\b ?:?|#action|to-?do\b|assigned to|is assigned|asked \w+ to|tasked|(?:to|will) (?:follow up|investigate|review|file|draft|write up|circle back|reach out|coordinate|prepare|schedule|organi[sz]e)|ai:|owner:|follow[- ]?up)/i,
  need: /\b(?:need(?:s|ed)? to|have to|has to|must|should|ought to|required to|remains? to be|yet to be|still (?:needs?|to)|to be done|outstanding|left to do|want to|would like to|let's)\b/i,
  done: /\b(?:done|complet(?:e|ed|es)|finish(?:ed|es)?|merged|landed|shipped|deployed|published|implemented|sent|submitted|delivered|closed|added|created|wrote|written|built|updated|migrated|launched|introduced|rolled out|filed|opened|posted|presented|reported|reviewed|tested|prepared|held|ran|conducted|achieved|reached|resolved|restored|installed|set up|enabled|received|signed|announced|uploaded|refactored|replaced|made|put|gave|got)\b/i,
  underway:
    /\b(?:in progress|under ?way|working on|work (?:on|is|has)|ongoing|continu(?:e|es|ed|ing)|started|began|begun|currently|(?:is|are|been) (?:\w+ing)|wip|making progress|progress(?:ing)?|investigating|looking into)\b/i,
  decide:
    /\b(?:decid(?:e|ed|es|ing)|decision|resolv(?:ed|es) (?:to|that)|resolved:|agree(?:d|s|ment)?|consensus|approv(?:ed|es|al|e)|accept(?:ed|s)?|adopt(?:ed|s)?|chos(?:e|en)|choose|opt(?:ed)? (?:for|to)|settled on|ratif(?:y|ied)|carried|passed|granted|authori[sz]ed|conclude[ds]?|we (?:will|should) (?:use|go with|keep|adopt|not)|go(?:ing)? with|selected|elected to|advance[ds]? to|stage [1-4]|moved to stage|lgtm|sgtm|confirmed)\b|#agreed/i,
  reject:
    /\b(?:reject(?:ed|s)?|declin(?:ed|es)|refus(?:ed|es)|denied|veto(?:ed)?|turned down|ruled out|discarded|dismiss(?:ed)?|will not|won't|not (?:going )?to (?:do|pursue|support|accept)|against|object(?:s|ed|ion)?|withdrawn?|withdrew|wontfix|closed as)\b/i,
  propose:
    /\b(?:propos(?:e|es|ed|al|als|ing)|suggest(?:s|ed)?|motion(?:ed)?|moved (?:that|to|by)|put forward|recommend(?:s|ed|ation)?|recommends|seeking (?:approval|consensus)|request(?:s|ed)? (?:approval|consensus|stage)|rfc|call for)\b/i,
  vote: /\b(?:vot(?:e|es|ed|ing)|ballot|second(?:ed)?(?: by)?|aye|nay|abst(?:ain|ained|ention)s?|unanimous(?:ly)?|majority|in favou?r|quorum|[+-]1\b|motion (?:carried|passed|failed)|poll)\b/i,
  rule: /\b(?:must|shall|may not|required|from now on|going forward|effective|policy|rule|guideline|always|never|only|mandatory|henceforth)\b/i,
  meet: /\b(?:met|meet(?:s|ing|ings)?|discuss(?:ed|es|ion|ing)?|talk(?:ed|s|ing)? (?:to|with|about)|call with|sync|workshop|session|collaborat\w+|work(?:ed|ing|s)? (?:together|with|closely)|joint(?:ly)?|partner\w*|conference|summit|office hours|gathering|join us|attend(?:ed)?|coordinate[ds]?|present(?:ed|ation) to|hosted|hackathon|together)\b/i,
  help: /\b(?:help(?:ed|s|ing)?|assist\w*|support from|pair(?:ed|ing)?|hand(?:ed|s)? over|handover|volunteers?|contribut(?:e|ed|ions?|ors?|ing)|looking for|feel free|welcome to|happy to|in cooperation)\b/i,
  request:
    /\b(?:please|could you|can you|would you|can (?:some|any)one|could (?:some|any)one|ask(?:s|ed|ing)? (?:\w+ )?(?:for|to|if|whether)|request(?:s|ed|ing)?|need (?:help|input|feedback|someone|a reviewer)|help (?:wanted|needed)|wanted|invit(?:e|ed|es|ation)|let (?:me|us) know|reach out|ping(?:ed)?|cc @|ptal|encourage[ds]?|call for|urge[ds]?)\b/i,
  problem:
    /\b(?:problem(?:s|atic)?|issue(?:s)? (?:with|is|was|in|that)|bug(?:s|gy)?|broken|breaks?|broke|fail(?:s|ed|ing|ure|ures)?|error(?:s)?|crash(?:es|ed|ing)?|wrong(?:ly)?|incorrect(?:ly)?|missing|lack(?:s|ing|ed)?|does(?: not|n't) work|not work(?:ing)?|can(?:not|'t|not) \w+|unable to|difficult(?:y|ies)?|hard to|slow(?:er|ly)?|flak(?:y|e|es|iness)|regression|leak(?:s|ed|ing)?|timeout|timed out|stale|confus(?:ing|ed|ion)|defect|corrupt(?:ed|ion)?|lost|insufficient|unstable|outdated|conflict(?:s|ing)?|unresponsive|exhaust\w+|bottleneck|backlog|delay(?:s|ed)?|pain(?:ful| point)?)\b/i,
  risk: /\b(?:risk(?:s|y|ing)?|concern(?:s|ed|ing)?|worr(?:y|ied|ies)|danger(?:ous)?|threat\w*|vulnerab\w+|exploit\w*|attack\w*|cve-\d|security|unsafe|might (?:break|fail|cause|not)|could (?:break|fail|cause|lead)|may (?:break|fail|cause|lead|not)|fear|afraid|single point|downside|drawback|trade-?off|limitation|limited|caveat|careful|beware|warning|potential(?:ly)?|difficult)\b/i,
  incident:
    /\b(?:outage|downtime|incident|unavailable|down\b|degrad(?:ed|ation)|data loss|breach|alert(?:s|ed)?|paged|spike[ds]?|5\d\d errors?|overload(?:ed)?|impact(?:ed|s)?|affected|disrupt\w+|elevated|root cause|caused by|triggered|went down|stopped)\b/i,
  blocked:
    /\b(?:block(?:ed|s|er|ers|ing)?|stuck|waiting (?:on|for)|depends on|pending|stalled|held up|on hold)\b/i,
  praise:
    /\b(?:great|good|excellent|awesome|amazing|nice(?:ly)?|fantastic|wonderful|well done|love(?:s|d)?|like(?:s|d)? (?:this|the|it|that|how)|impress(?:ed|ive)|happy with|pleased|kudos|congrat\w+|support(?:s|ive)? (?:of |this|the)|helpful|useful|clean(?:er)?|elegant|proud|glad|excited|positive|better|improve(?:ment|s|d)|works? (?:well|fine|great))\b|👍|🎉/i,
  thanks:
    /\b(?:thank(?:s|ed|ful)?|grateful|appreciat\w+|gratitude|shout-?out|acknowledg\w+|hats off|credit)\b/i,
  complain:
    /\b(?:complain\w*|disappoint\w*|unhappy|frustrat\w+|annoy\w+|dislike|hate|poor(?:ly)?|bad(?:ly)?|terrible|awful|unacceptable|ugly|weird|nit|overkill|too (?:\w+)|worse|painful|unclear|dissatisf\w+|criticis\w+|critici[sz]ed|sad)\b/i,
  opinion:
    /\b(?:i (?:think|feel|believe|guess|prefer|agree|disagree|like|don't think|would|find|wonder|see|doubt|suspect)|we (?:think|feel|believe|prefer|like)|in my (?:opinion|view)|imo|imho|it seems|seems|(?:feels?|felt) (?:like|that)|prefer(?:s|red)?|favou?r(?:s|ed)?|think(?:s)?|thought|believes?|felt|not (?:convinced|sure|a fan|fond)|opinion|agree(?:s)? with|personally|ideally|makes sense|interesting|worth)\b/i,
  suggest:
    /\b(?:suggest(?:s|ed|ion|ions)?|should (?:be|probably|consider|also|we)|could (?:we|also|be|perhaps)|maybe (?:we|you|it)|perhaps|how about|what about|why not|consider|it would be|would be (?:nice|good|great|better|helpful|useful)|would (?:like|love|prefer)|recommend\w*|might (?:be better|want)|instead of|alternative(?:ly)?|feedback|request(?:s|ed)? changes|comment(?:s|ed)?)\b/i,
  change:
    /\b(?:chang(?:e|es|ed|ing)|switch(?:ed|es|ing)?|mov(?:e|ed|es|ing) (?:to|from|into|the|away)|renam(?:e|ed)|rewrit\w+|modif\w+|adjust\w*|updat\w+|revis\w+|amend\w*|convert\w*|migrat\w+|upgrad\w+|bump(?:s|ed)?|increas\w+|decreas\w+|reduc\w+|rais(?:e|ed)|lower(?:ed|s)?|drop(?:s|ped)?|extend(?:ed|s)?|expand\w*|split|merge|now (?:\w+)|no longer|from .{1,60} to\b|instead|remov\w+|replac\w+|expan\w+|new|breaking|by default|default)\b/i,
  postpone:
    /\b(?:postpon\w+|delay(?:ed|s)?|defer(?:red|s)?|reschedul\w+|push(?:ed)? (?:back|out|to)|slip(?:ped|s)?|later than|extend(?:ed|s)? (?:the|until|to)|moved (?:to|from)|brought forward|next (?:meeting|release|milestone)|tabled|carry over|carried over|punt(?:ed)?)\b/i,
  cancel:
    /\b(?:cancel\w*|drop(?:ped|ping)?|abandon\w*|discontinu\w+|scrap(?:ped)?|withdr\w+|shut(?:ting)? down|sunset\w*|revert\w*|roll(?:ed|ing)? back|called off|ended?|stop(?:ped|s)? (?:support\w*|publishing|using)|end of life|eol)\b/i,
  deprecate:
    /\b(?:deprecat\w+|remov(?:e|ed|es|al|ing)|drop(?:ped|s)? support|obsolete|no longer (?:support\w*|available|needed|required|maintained)|retire[ds]?|archiv\w+|unsupported|legacy)\b/i,
  supersede:
    /\b(?:supersed\w+|replac(?:e|es|ed|ing|ement)|amend(?:s|ed)?|overrid\w+|in favou?r of|rather than|instead of)\b/i,
  role: /\b(?:lead(?:s|er|ing)?|chair(?:s|ed|person)?|co-?chair|maintainer(?:s)?|owner(?:s|ship)?|responsible|in charge|manager|director|president|secretary|treasurer|member(?:s|ship)?|representative|delegate|champion(?:s|ing)?|editor(?:s)?|reviewer(?:s)?|approver(?:s)?|coordinator|liaison|steward|sponsor|candidate|nominee|committer|release (?:manager|lead)|facilitat\w+|scrib(?:e|es|ing)|on[- ]call|incident commander|point of contact|trustee|council(?:l?or)?|mentor|shadow|host)\b/i,
  join: /\b(?:join(?:s|ed|ing)?|welcom(?:e|es|ed|ing)|nominat\w+|elect(?:ed|ion)|appoint\w*|promot(?:ed|ion|ing)|new (?:member|maintainer|chair|lead|team|hire|committer|contributor)|onboard\w*|hired|added as|becom(?:e|es|ing)|became|takes? over|took over|taking over|named|sworn|volunteered|step(?:s|ped|ping)? up|inducted|invited to (?:be|join))\b/i,
  leave:
    /\b(?:step(?:s|ped|ping)? down|resign\w*|leav(?:e|es|ing)|left the|retir\w+|departs?|departing|emeritus|inactive|removed from|rotat\w+ off|move(?:d|s)? on|stepping away|farewell|last day|vacan(?:t|cy|cies)|end of (?:her|his|their) term)\b/i,
  own: /\b(?:own(?:s|ed|er|ers|ing)?|maintain(?:s|ed)? by|responsible for|responsibility|in charge of|takes? care of|looks? after|oversee(?:s|n)?|accountable|point (?:person|of contact)|contact|lead by|led by|run by|managed by|hosted by|sponsored by|drives?|driving)\b/i,
  interest:
    /\b(?:interest(?:s|ed)?|stake(?:holder|holders)?|customer(?:s)?|user(?:s)? (?:want|need|ask|expect)|on behalf of|represent(?:s|ing|ed)?|affected|vendor|community|partners?|sponsors?|concerned about|cares? about|would like to be involved)\b/i,
  hypothetical:
    /\b(?:if|would|could|might|may|whether|suppose|imagine|hypothetical\w*|in case|potentially|possibly|probably|assum(?:e|ing)|unless|otherwise|perhaps|maybe|what if|were to|hope(?:s|fully)?|wish)\b/i,
  condition:
    /^(?:[^,]{0,20}\b)?(?:if|unless|in case|provided|assuming|when|whenever|once|should (?:you|we))\b/i,
  negation: /\b(?:not|no|never|none|nobody|nothing|without|neither|cannot|nor|\w+n't|\w+n’t)\b/i,
  future:
    /\b(?:will|shall|going to|gonna|\w+'ll|upcoming|planned|scheduled|next (?:week|month|year|meeting|release|quarter|sprint|step)|tomorrow|soon|later|expected|eta|target(?:ed|ing)?|by (?:the end|end|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|\d))\b/i,
  obligation: /\b(?:must|should|need(?:s|ed)?|have to|has to|ought|required|shall|recommended)\b/i,
  past: /\b(?:was|were|had|did|has been|have been|\w{2,}ed|went|came|took|made|gave|got|said|told|found|saw|began|wrote|led|sent|ran|held|met|became)\b/i,
  habit:
    /\b(?:usually|always|often|typically|generally|every (?:time|day|week|month|year)|each|whenever|sometimes|regularly|normally|commonly)\b/i,
  definition:
    /\b(?:is an?|are (?:the|an?)|refers to|means|defined as|consists of|known as|called|represents|provides|allows|contains|describes?|supports?|enables?)\b/i,
  explain:
    /\b(?:because|since|so that|in order to|therefore|thus|due to|as a result|the reason|which means|this means|e\.g|i\.e|for example|such as|for instance|note that|basically|currently|today)\b/i,
  we: /\b(?:we|us|our|the (?:team|committee|board|group|tsc|council|project|working group|sig|wg))\b/i,
  I: /\b(?:i|i'm|i've|i'll|i'd|me|my|myself)\b/i,
  you: /\b(?:you|your|yours|everyone|all|folks|anyone)\b/i,
  deadline:
    /\b(?:by (?:the )?(?:end|eod|eow|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|tomorrow|tonight|\d)|due|deadline|until|before|no later than|asap|eta)\w*\b/i,
  question:
    /\?\s*["'”’)\]]*$|^(?:who|what|when|where|why|how|is|are|do|does|did|can|could|should|would|will|has|have)\b.*\?/i,
  release:
    /\b(?:releas(?:e|ed|es|ing)|version|v?\d+\.\d+(?:\.\d+)?|tag(?:ged)?|publish(?:ed)?|launch(?:ed)?|beta|alpha|rc\d*|ga|available|ship(?:ped|s)?)\b/i,
  fix: /\b(?:fix(?:e[sd]|ing)?|patch(?:ed|es)?|repair\w*|mitigat\w+|workaround|work(?:ed)? around|correct(?:ed|s)?|hotfix|resolve[ds]?|restor(?:ed|e)|recover(?:ed|y)|address(?:ed|es)|revert(?:ed)?|prevent(?:ed|s)?)\b/i,
};
