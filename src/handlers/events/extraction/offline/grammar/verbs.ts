/** What a verb reports on its own; its context can change that (see `rules/`). */
export type VerbClass =
  | 'do'
  | 'change'
  | 'decide'
  | 'meet'
  | 'judge'
  | 'say'
  | 'fail'
  | 'join'
  | 'promise'
  | 'mind';

export type VerbForm = 'base' | 'third' | 'past' | 'participle' | 'gerund';

export type VerbReading = { base: string; form: VerbForm; classes: readonly VerbClass[] };

const bases: Record<VerbClass, string> = {
  do: `accomplish achieve activate add administer analyse analyze apply archive arrange assemble attach audit automate
    award back bake bandage benchmark book borrow bring build buy calibrate carry cater clean clear close code collect
    commission compile complete compute conduct configure construct cook copy correct count cover create culture cure
    debug decorate dedicate deliver demo demolish deploy deposit design diagnose dig digitise digitize discharge
    dismantle dispatch distribute document donate draft drain draw drill dry earn edit email enrol enroll ensure
    equip erect establish evaluate examine excavate execute export fetch file fill film finalise finalize finish
    fit fix fold format forward freeze fulfil fulfill furnish gather generate glue grade graduate graft grow
    handle harvest host illustrate implement import incorporate inspect install instal insulate insure integrate investigate
    invoice iron issue judge knit label land launch lay link list load locate log mail make manufacture map mark
    measure mend merge migrate model monitor mount mow negotiate notify obtain open operate optimise optimize order
    organise organize overhaul pack package paint passivate pass patch pave pay perform photograph pilot place plant plaster plug polish post
    pour prepare present print process procure produce program prototype prove provide provision prune publish pull
    purchase push raise reach rebase rebuild receive reconcile record recover redo recycle refactor refill refund refurbish
    regenerate register relabel release remake rent reopen repaint repair repeat reply reproduce resend reserve reset resolve
    restart restock restore retest retrain retrieve return review rewire rewrite roll run salvage sand save scan score seal secure
    sell send separate sequence serve set settle sew ship simulate solve sort sow spend split stain
    stage start sterilise sterilize stock store submit survey sweep synthesise synthesize tag teach test tidy tile tow train transcribe
    transfer translate transport treat trim troubleshoot tune unblock uninstall unpack update upload vaccinate validate
    verify visit wash water weed weigh weld win wire wrap write`,
  change: `adapt adjust advance alter amend augment broaden bump cancel change convert curtail cut decrease defer
    deprecate discontinue diverge divert double downgrade drop enlarge exchange expand extend fall grow halve increase
    lengthen loosen lower modify move narrow overhaul pause postpone prolong raise reallocate rearrange rebrand
    reclassify redefine redesign redirect reduce reformulate relax relocate remodel remove rename renumber reorder reorganise
    reorganize repaint replace reprioritise reprioritize reschedule resize restructure reverse revert revise rise
    scale scrap shift shorten shrink simplify slow split substitute suspend swap switch taper tighten transition
    transform trim triple turn update upgrade vary widen withdraw`,
  decide: `accept adopt agree allow award ban conclude deny dismiss forbid grant permit waive approve authorise authorize choose confirm decide decline determine disallow elect
    endorse favour favor finalise finalize greenlight opt overrule pick plump prioritise prioritize ratify refuse reject
    resolve rule select settle shelve veto vote`,
  meet: `accompany assist brainstorm coauthor co-author co-design co-host co-organise co-organize co-present co-write
    collaborate combine compare confer consult convene cooperate co-operate coordinate co-ordinate discuss
    exchange gather help huddle introduce invite involve join liaise meet mentor mob pair partner plan shadow share sit
    sync synchronise synchronize talk team unite walk work workshop`,
  judge: `admire adore applaud appreciate commend complain compliment condemn criticise criticize deplore detest
    dislike enjoy grumble hate like loathe love moan object praise prefer protest rate recommend resent suggest thank
    welcome`,
  say: `add admit advise argue ask believe call claim comment consider describe express feel find flag highlight hint
    indicate explain inquire mention note observe point propose raise remind reckon remark reply report request say state stress tell think urge want
    warn wish wonder write`,
  fail: `abort backfire bend bleed block bounce break burn burst clog collapse conflict contaminate corrode corrupt
    crack crash damage decay degrade delay derail die overfit underperform deteriorate deviate disappear disconnect drift drip endanger erode err
    exceed expire fade fail falter flake flicker flood fracture freeze hang hurt infect injure jam jeopardise jeopardize
    lack lag leak lose malfunction misalign miscalculate misfire mislabel misread miss overflow overheat overload overrun panic
    peel puncture regress rot rupture rust sag seize shatter shrink skip slip smear snap soak spill spoil sprain stall
    starve stick stink strain struggle stumble suffer swell tear threaten tip trip vanish violate wobble worsen`,
  join: `appoint assign chair delegate depart designate elect employ engage enlist head hire inherit join lead leave
    name nominate onboard oversee own promote quit reassign recruit rejoin represent resign retain retire
    second sponsor succeed supervise`,
  promise: `commit guarantee pledge promise swear undertake volunteer vow`,
  mind: `aim assume be become belong come contain depend get give go hear hold keep see take doubt exist expect fear forget guess hope imagine include intend
    know last look matter mean need occur owe possess realise realize remember remain seem sleep sound stay suppose
    understand wait worry`,
};

/** Past forms and participles that do not end in -ed or double their last letter irregularly. */
const irregular: Record<string, string> = {
  be: 'was been',
  become: 'became become',
  bend: 'bent bent',
  bleed: 'bled bled',
  break: 'broke broken',
  bring: 'brought brought',
  build: 'built built',
  burn: 'burnt burnt',
  come: 'came come',
  get: 'got got',
  give: 'gave given',
  go: 'went gone',
  hear: 'heard heard',
  hold: 'held held',
  keep: 'kept kept',
  see: 'saw seen',
  take: 'took taken',
  burst: 'burst burst',
  buy: 'bought bought',
  choose: 'chose chosen',
  'co-write': 'co-wrote co-written',
  commit: 'committed committed',
  cut: 'cut cut',
  dig: 'dug dug',
  draw: 'drew drawn',
  fall: 'fell fallen',
  feel: 'felt felt',
  find: 'found found',
  forget: 'forgot forgotten',
  freeze: 'froze frozen',
  grow: 'grew grown',
  hang: 'hung hung',
  hurt: 'hurt hurt',
  know: 'knew known',
  lay: 'laid laid',
  lead: 'led led',
  leave: 'left left',
  lose: 'lost lost',
  make: 'made made',
  mean: 'meant meant',
  meet: 'met met',
  occur: 'occurred occurred',
  pay: 'paid paid',
  prefer: 'preferred preferred',
  prove: 'proved proven',
  quit: 'quit quit',
  rebuild: 'rebuilt rebuilt',
  redo: 'redid redone',
  remake: 're-made re-made',
  resend: 'resent resent',
  reset: 'reset reset',
  rewrite: 'rewrote rewritten',
  rise: 'rose risen',
  run: 'ran run',
  say: 'said said',
  sell: 'sold sold',
  send: 'sent sent',
  set: 'set set',
  shrink: 'shrank shrunk',
  sit: 'sat sat',
  sleep: 'slept slept',
  spend: 'spent spent',
  spill: 'spilt spilt',
  split: 'split split',
  spoil: 'spoilt spoilt',
  steal: 'stole stolen',
  stick: 'stuck stuck',
  swear: 'swore sworn',
  sweep: 'swept swept',
  swell: 'swelled swollen',
  teach: 'taught taught',
  tear: 'tore torn',
  tell: 'told told',
  think: 'thought thought',
  transfer: 'transferred transferred',
  understand: 'understood understood',
  undertake: 'undertook undertaken',
  win: 'won won',
  withdraw: 'withdrew withdrawn',
  write: 'wrote written',
};

const vowel = /[aeiou]/;
/** Verbs of one syllable that end in one vowel and one consonant: drop, plan, slip. */
const twice = new Set(
  'submit permit admit omit refer transfer occur control equip regret debug unplug recap overlap outfit format program'.split(
    ' ',
  ),
);
const doubles = (base: string): boolean =>
  twice.has(base) || /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(base) || /[^aeiou](?:fit|fer)$/.test(base);

export function inflect(base: string): [VerbForm, string][] {
  const stem = base.endsWith('e') ? base.slice(0, -1) : doubles(base) ? base + base.slice(-1) : base;
  const consonantY = base.endsWith('y') && !vowel.test(base.at(-2) ?? '');
  const third = consonantY
    ? `${base.slice(0, -1)}ies`
    : /(?:s|x|z|ch|sh|o)$/.test(base)
      ? `${base}es`
      : `${base}s`;
  const regular = consonantY ? `${base.slice(0, -1)}ied` : `${stem}ed`;
  const forms: [VerbForm, string][] = [
    ['base', base],
    ['third', third],
    ['gerund', base.endsWith('ee') || base === 'be' ? `${base}ing` : `${stem}ing`],
  ];
  const [past, participle] = irregular[base]?.split(' ') ?? [];
  if (past === undefined || /(?:burn|spill|spoil|prove)/.test(base)) forms.push(['past', regular]);
  else forms.push(['past', past]);
  if (participle !== undefined) forms.push(['participle', participle]);
  return forms;
}

/** Every known form; past and participle are distinguished only where they differ. */
export const verbForms: ReadonlyMap<string, readonly VerbReading[]> = (() => {
  const classesOf = new Map<string, VerbClass[]>();
  for (const [kind, words] of Object.entries(bases) as [VerbClass, string][])
    for (const base of words.split(/\s+/)) classesOf.set(base, [...(classesOf.get(base) ?? []), kind]);
  const forms = new Map<string, VerbReading[]>();
  for (const [base, classes] of classesOf)
    for (const [form, word] of inflect(base)) {
      const readings = forms.get(word) ?? [];
      if (!readings.some((known) => known.base === base && known.form === form))
        forms.set(word, [...readings, { base, form, classes }]);
    }
  return forms;
})();
