/** Words by their role in a sentence. */

export const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Nouns for people in their roles, at work and at home. */
export const roleNouns =
  listed(`manager director lead leader head owner sponsor patron contact coordinator co-ordinator
  chair chairman chairwoman chairperson president vice-president treasurer secretary foreman supervisor co-supervisor
  representative rep liaison stakeholder reviewer approver examiner guardian carer caretaker caregiver nurse midwife doctor
  physician surgeon consultant therapist physiotherapist teacher tutor principal headteacher accountant auditor lawyer solicitor
  attorney notary architect contractor subcontractor supplier vendor partner co-founder founder ceo cto cfo coo cio
  vp engineer developer designer analyst administrator admin investigator sub-investigator trustee executor mentor
  tenant landlord captain coach ambassador delegate deputy successor intern apprentice adviser advisor counsel
  librarian editor producer curator receptionist assistant superintendent inspector planner scientist researcher
  postdoc professor maintainer moderator facilitator champion officer agent broker bookkeeper
  customer client customers clients godmother godfather godparent babysitter nanny sitter neighbour neighbor roommate flatmate trainer volunteer electrician
  plumber carpenter painter gardener driver operator technician specialist surveyor warden caretaker spokesperson`);

export const people =
  listed(`team group committee board council department office staff crew company firm vendor client customer
  customers users clients people members parents kids children volunteers students patients residents donors guests
  management leadership support legal finance sales marketing engineering hr security procurement nurses doctors teachers
  colleagues everyone everybody someone somebody mum mom dad mother father papa mama grandma grandpa granny aunt uncle
  brother sister wife husband son daughter cousin brother-in-law sister-in-law family friend boss tenants neighbours
  neighbors council mayor minister judge jury court bank insurer insurance landlord seller buyer guys folks
  association club union university school hospital clinic ministry agency authority trust foundation church party
  workers contractors developers engineers designers testers reviewers analysts readers subscribers shareholders
  investors stakeholders participants attendees respondents regulator organisation organization
  ops qa devs testers side party parties everyone`);

const thingsInEr =
  listed(`paper water number order computer server sensor printer power letter matter newsletter
  folder header counter filter router scanner heater boiler container docker controller driver buffer cluster chapter
  corner river winter summer quarter weather fever cancer tower shower timer layer error door floor factor motor
  monitor mirror colour color behaviour vendor-id after over under other either another whether never ever together
  however rather further later earlier better lower higher fewer former latter per her for nor or list exist mist
  gateway loader parser compiler linter browser trailer freezer dishwasher banner poster register trigger pointer
  parameter minor major prior interior exterior superior inferior perimeter diameter transformer connector elevator generator calculator indicator reactor sector vector`);

/** Whether a noun can promise, decide or complain. */
export const isPerson = (word: string): boolean =>
  people.has(word) ||
  people.has(`${word}s`) ||
  people.has(word.replace(/ies$/, 'y')) ||
  roleNouns.has(word) ||
  roleNouns.has(word.replace(/s$/, '')) ||
  (/^[a-z]{2,}(?:ers?|ors?|ists?|ians?)$/.test(word) &&
    !thingsInEr.has(word) &&
    !thingsInEr.has(word.replace(/s$/, '')));

export const determiners =
  listed(`a an the this that these those my your his her its our their some any each every no
  both all another two three four five six seven eight nine ten several many most first second third last next new old
  of in on at by for from to with without into about under over between newly freshly recently-`);

export const adverbs =
  listed(`already also just now still finally recently actually really then today yesterday
  tomorrow probably certainly definitely basically simply currently always successfully jointly fully completely
  partly mostly almost nearly even only again all both soon quickly unanimously formally officially kindly
  eventually initially personally gladly happily immediately temporarily permanently largely entirely clearly
  therefore thus hereby later once twice formerly so far well firmly effectively apparently obviously unfortunately
  luckily slightly severely badly heavily repeatedly constantly hopefully maybe perhaps tonight`);

export const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
export const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';

/** Words that are capitalised at the start of a sentence but are not names. */
export const notNames =
  listed(`i we you he she it they the a an this that these those there here what which who when where
  why how if unless although though because since while after before once until as at by for from in into of on to with
  without and but or nor so yet yes no not never all any both each every some many most more few several other another
  my your his her its our their one two three four five six seven eight nine ten please thanks thank congrats congratulations kudos hello hi dear
  hey ok okay well right good great nice sorry sure also then next now today tomorrow yesterday tonight last first
  second third finally additionally however therefore moreover meanwhile unfortunately fortunately overall maybe
  perhaps let should could would will can may might must do does did have has had is are was were be been just still
  only even despite during per re subject feedback date cc bcc todo action decision risk note update status owner new old
  everything nothing something anything everyone everybody nobody someone somebody such same summary background
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december good nice great glad happy sad able easy hard important ready likely sorry time q1 q2 q3 q4 english`);
