// @ts-expect-error the package has no types; its only function stems a lower-case word
import porter2 from 'wink-porter2-stemmer';
import type { Language } from '../collection/collection.ts';

const stemOf: (word: string) => string = porter2;

/** Irregular forms that a suffix stemmer does not map to their base: general morphology, not tuned to any data. */
const irregular = new Map(
  `be:am,is,are,was,were,been|go:went,gone,goes|do:did,done,does|have:has,had|make:made|take:took,taken|
get:got,gotten|give:gave,given|come:came|see:saw,seen|know:knew,known|think:thought|find:found|tell:told|say:said|
feel:felt|leave:left|keep:kept|begin:began,begun|show:shown|hear:heard|run:ran|bring:brought|write:wrote,written|
sit:sat|stand:stood|lose:lost|pay:paid|meet:met|learn:learnt|lead:led|understand:understood|speak:spoke,spoken|
spend:spent|grow:grew,grown|win:won|teach:taught|buy:bought|send:sent|build:built|fall:fell,fallen|sell:sold|
break:broke,broken|eat:ate,eaten|sleep:slept|sing:sang,sung|swim:swam,swum|drive:drove,driven|ride:rode,ridden|
draw:drew,drawn|fly:flew,flown|throw:threw,thrown|catch:caught|fight:fought|choose:chose,chosen|wear:wore,worn|
forget:forgot,forgotten|hold:held|hide:hid,hidden|wake:woke,woken|become:became|rise:rose,risen|steal:stole,stolen|
shoot:shot|bite:bit,bitten|blow:blew,blown|freeze:froze,frozen|shake:shook,shaken|swear:swore,sworn|tear:tore,torn|
bend:bent|lend:lent|feed:fed|bleed:bled|breed:bred|dig:dug|hang:hung|stick:stuck|strike:struck|swing:swung|
seek:sought|deal:dealt|dream:dreamt|burn:burnt|mean:meant|light:lit|bind:bound|child:children|man:men|woman:women|
person:people|foot:feet|tooth:teeth|mouse:mice|goose:geese|life:lives|wife:wives|knife:knives|leaf:leaves|
half:halves|shelf:shelves|wolf:wolves|good:better,best|bad:worse,worst|index:indices,indexes|matrix:matrices|
vertex:vertices|datum:data|analysis:analyses|hypothesis:hypotheses|crisis:crises|criterion:criteria|
phenomenon:phenomena`
    .replaceAll('\n', '')
    .split('|')
    .flatMap((line) => {
      const [base = '', forms = ''] = line.split(':');
      return forms.split(',').map((form): [string, string] => [form, base]);
    }),
);

/** Words too common to be significant next to others; a query of only stop words searches for them. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but
by can could did do does doing down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
our ours ourselves out over own same she should so some such than that the their theirs them themselves then there
these they this those through to too under until up very was we were what when where which while who whom why will
with would you your yours yourself yourselves s t d ll re ve m don didn doesn isn wasn aren won`.split(/\s+/),
);

/** Stems of words that shape a question more than they describe its subject ("what kind of", "how often"). */
export const dullStems: ReadonlySet<string> = new Set(
  `kind type sort mani much often long accord particular describ mention discuss say tell ask use differ certain
various time way thing new first recent plan do`.split(/\s+/),
);

const rememberedStems = 100_000;
const stems = new Map<string, string>();

const longestWord = 40;

/** The term of a lower-case word. */
export function stem(word: string, language: Language): string {
  // Longer ones are no words, and would be remembered at their length.
  if (language === 'simple' || word.length > longestWord) return word;
  let found = stems.get(word);
  if (found === undefined) {
    found = stemAnew(word);
    if (stems.size >= rememberedStems) stems.clear();
    stems.set(word, found);
  }
  return found;
}

/** The stem of a lower-case English word, which is not remembered. */
export const stemAnew = (word: string): string =>
  /^[a-z]{3,40}$/.test(word) ? stemOf(irregular.get(word) ?? word) : word;
