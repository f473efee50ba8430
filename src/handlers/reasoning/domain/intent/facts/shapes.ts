import type { Fact } from './kinds.ts';
import { isFunction } from './vocabulary.ts';

/** Names that no word of a language looks like: "btrfs", "mkcert", "sqlmap". */

const words = /(?<![\p{L}\p{N}_.@/#-])[A-Za-z][a-z]{2,23}(?![\p{L}\p{N}_@/#’'-]|\.\p{L})/gu;
/** The consonants that words of Romance and Germanic languages begin with, up to the first vowel. */
const onset =
  /^(?:[bcdfghj-np-tv-z]|bl|br|bw|ch|chl|chr|cl|cn|cr|cz|dh|dj|dr|dw|dsch|fj|fl|fr|gh|gl|gn|gr|gw|hm|kh|kl|kn|kr|kw|lh|ll|mn|ng|nh|pf|pfl|pfr|ph|phl|phr|pl|pn|pr|ps|pt|rh|sb|sbl|sbr|sc|sch|schl|schm|schn|schr|schw|scl|scr|sd|sdr|sf|sfr|sg|sgl|sgr|sh|shm|shr|sk|skl|sl|sm|sn|sp|sph|spl|spr|sr|st|str|sv|svil|sw|sz|th|thr|thw|tr|ts|tsch|tw|tz|vl|vr|wh|wr|zw)?[aeiouy]/;
/** Short forms of words that sentences have. */
const shortened =
  /^(?:btw|bzgl|bzw|ca|cmd|ctrl|dbl|dpt|etc|evtl|ggf|ggfs|gmbh|hmm+|inkl|mfg|mgmt|msg|mtg|nbr|nvm|pls|plz|psst|pwd|shh|smth|sth|std|stk|thx|tks|usw|vgl|vlt|vllt|wrt|www|xxx+|zzgl)$/;
/** Short names of techniques within a name, and at an end of one. */
const within =
  /php|sql|xml|html|http|npm|gpg|grpc|wsgi|vpn|uuid|oauth|q(?!u)|j[b-df-hj-np-tv-z]|[b-dfghjkmpqtvwz]x|x[gjkqxz]|v[bcdfghjkmpqxz]|c[fgjvwx]/;
const ending =
  /(?:ctl|gw|db|js|mq|vm|tk|dns|cfg|pkg|sdk|mgr|rpc|srv|[b-df-hj-kmnp-qstvwxz]fs|[b-eg-km-oq-z]lint)$/;
const beginning =
  /^(?:git[b-df-hj-np-su-z]|docker|kube|mongo|lib[b-df-hj-np-qs-z]|py(?:[b-fhkpstvz]|lint|mongo|qt|win))[a-z]{2}/;
const mostStrange = 6;
const fewStrange = 3;

const isStrange = (written: string): boolean => {
  const word = written.toLowerCase();
  if (shortened.test(word) || isFunction(word)) return false;
  return !onset.test(word) || [within, ending, beginning].some((form) => form.test(word));
};

/** What a word is said to be makes it a name: "the loans table", "shelf and loan_state fields". */
const described =
  /(?<![\p{L}\p{N}])(?:[Tt]he|[Aa]n?|[Ii]n|of|with|use|using|via|drop|add|remove|rename) ([a-z]{4,24}) (?:(?:npm |python |node )?(?:package|gem|crate|library|module)|tables?|columns?)(?![\p{L}\p{N}])/gu;
const called =
  /(?<![\p{L}\p{N}])(?:librer[ií]a|biblioteca|bibliothèque|librairie|libreria|paquete?|pacote|pacchetto|m[óo]dulo|module|Bibliothek|Modul|Paket|package|library) ([a-z]{4,24})(?![\p{L}\p{N}@_/-])/gu;
/** A list in lower case at the beginning of a sentence. */
const leading =
  /(?<=[\p{L}\p{N}%)]{3}[.!?] )([a-z]{4,24})(?:, ([a-z]{4,24}))?,? (?:and|or|und|oder|et|ou|y|e) ([a-z]{4,24})(?= )/gu;
const beside =
  /(?<![\p{L}\p{N}])([a-z]{4,24}) (?:and|or|und|oder|et|ou|y|e) [a-z]{1,30}_\w{1,40} (?:headers?|fields?|columns?|tables?|parameters?|keys?|Felder|Spalten|champs|campos)(?![\p{L}\p{N}])/gu;
const quality =
  /(?:ed|ing|ful|al|ive|able|ous)$|^(?:main|next|last|same|whole|mature|other|single|right|wrong|temp|source|target|current|empty|large|small|huge|separate|common|popular|public|private|standard|core|base|client|server|external|third|party|good|better|light|lightweight|second|first|full|entire|native|simple|dynamic|static|latest|older|newer|summary|pivot|lookup|hash|routing|open|data|database|date|name|text)$/;

/** Names by the form of the word; none where so many look strange that the language is another. */
export function shapes(text: string): Fact[] {
  const all = [...text.matchAll(words)].map(([word]) => word);
  const strange = [...new Set(all.filter(isStrange))];
  const foreign = strange.length > fewStrange && strange.length * mostStrange > all.length;
  const told = [described, called, beside, ...(/^\P{L}{0,3}\p{Lu}/u.test(text) ? [leading] : [])]
    .flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, ...names]) => names))
    .filter((name) => name !== undefined)
    .filter((name) => !isFunction(name) && !quality.test(name));
  return [...(foreign ? [] : strange), ...told].map((name): Fact => ({ kind: 'identifier', text: name }));
}
