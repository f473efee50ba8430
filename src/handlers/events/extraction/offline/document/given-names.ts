/** Frequent given names of several languages, in lower case: a word that is one is more probably a person than a thing. */
const givenNames: ReadonlySet<string> = new Set(
  `aaron abdul abigail adam adrian adriana agnes ahmed aiden aisha alan albert alberto aleksandr alejandra alejandro alessandro alex
alexander alexandra alexandre alexei alexis alfred ali alice alicia alina alison allan allen alyssa amanda amelia amir amit amy ana anand
anastasia anders andre andrea andreas andrei andrew andrey andy angela angelika anil anita anja anjali ankit ann anna anne annette annie
anthony antje anton antonio anya april arjun armin arnaud arnold arthur arun ashley astrid aurelie axel barbara barry bart bastian beate
beatrice beatriz ben benedikt benjamin benoit bernard bernd bert beth bettina bill birgit bjorn bob boris brad bradley brandon brenda brett
brian bridget brigitte britta bruce bruno bryan caleb cameron camille carl carla carlos carmen carol carolina caroline carsten catherine
cathy cecile celine chad charles charlie charlotte chen chloe chris christian christiane christina christine christof christoph christophe
christopher chuck cindy claire clara claude claudia claudio clement colin connor conor corinna craig cristina curtis cynthia daan dale dan
dana daniel daniela danielle danny darren dave david dawn dean debbie deborah deepak delphine denis dennis derek diana diane diego dieter
dimitri dirk dmitri dmitry dominic dominik dominique don donald donna doug douglas duncan dylan earl ed eddie edgar eduardo edward edwin
eileen elaine elena eli elias elisa elisabeth elizabeth ella ellen emil emilia emilie emily emma emmanuel enrique eric erica erich erik
erika erin ernst esteban esther ethan eugene eva evan eve evelyn fabian fabien fabio fabrice farid fatima federico felipe felix fernando
filip finn florence florian frances francesca francesco francis francisco franck francois francoise frank franz fred frederic frederik
frieda friedrich gabi gabriel gabriela gabriele gareth gary gavin geert geoff george georg georges gerald gerard gerd gerhard gilles gina
giovanni giulia glen glenn gonzalo gordon grace graham greg gregor gregory guido guillaume gunnar gustavo guy gwen hadrian hanna hannah
hannes hans harald harold harry hassan heather hector heidi heike heinrich heinz helen helena helene helga helmut hendrik henri henrik
henry herbert hermann hiroshi holger holly horst howard hugo ian ibrahim ignacio igor ines inga inge ingrid irene iris irina isaac isabel
isabella isabelle ivan jack jackie jacob jacques jaime jake jakob jakub james jamie jan jana jane janet janice jared jasmin jason javier
jay jean jeff jeffrey jenna jennifer jenny jens jeremy jerome jerry jesse jessica jill jim jimmy joachim joan joanna jochen jody joe joel
joerg johan johann johanna johannes john johnny jon jonas jonathan jordan jorge jose josef joseph josh joshua joyce juan juergen julia
julian juliane julie julien juliette julio justin jutta kai kamil karen karin karl karsten kate katharina katherine kathleen kathrin kathy
katie katja katrin keith kelly ken kenji kenneth kerstin kevin khalid kim kirsten klaus konrad konstantin kris kristen kristian kristin
kristina kumar kurt kyle lara larry lars laura laurel lauren laurence laurent lea leah lee leila lena leo leon leonard leonardo leslie
lewis liam liang lily linda lisa liu liz lloyd lorenz lorenzo louis louise luc luca lucas lucia lucie lucy ludwig luis luisa lukas luke
lutz lydia lynn maarten magnus maike malcolm malte manfred manuel manuela marc marcel marcelo marcin marco marcos marcus marek margaret
maria mariana marianne marie marina mario marion marius markus marlene marta martha martin martina marvin mary mateo mathias mathieu
mathilde matt matteo matthew matthias matthieu maureen maurice mauricio max maxime maya megan mehmet meike melanie melissa mia michael
michaela michel michele michelle miguel mike mikhail milan ming miriam mitchell mohamed mohammed moritz morgan moses mustafa nadia nadine
nancy natalia natalie natasha nathalie nathan neil nelson nicholas nick nicola nicolas nicole niklas nikolai nils nina noah noel nora
norbert norman olaf ole oleg olga oliver olivia olivier omar oscar oskar otto owen pablo pamela paola paolo pascal pat patricia patrick
paul paula pauline pavel pedro peggy peng pete peter petra phil philip philipp philippe pierre pieter pilar piotr priya quentin rachel
rafael rahul rainer raj rajesh ralf ralph ramon randy raphael raquel raul ravi ray raymond rebecca regina reinhard rene renate renaud
ricardo riccardo rich richard rick rita rob robert roberto robin rodrigo roger roland rolf romain roman ron ronald rosa rose ross roy ruben
rudolf rui rupert russell ruth ryan sabine sabrina sally salma sam samantha samir samuel sandeep sandra sanjay santiago sara sarah sascha
scott sean sebastian sebastien serena serge sergei sergey sergio seth shannon shaun shawn sheila shirley sibylle siegfried sigrid silke
silvia simon simone sofia sonia sonja sophia sophie stacy stan stefan stefanie steffen stella stephan stephane stephanie stephen steve
steven stewart stuart sue sunil susan susanne suzanne sven svetlana swen sylvia sylvie takashi tamara tanja tanya tara tatiana ted teresa
terry theo theodor theresa thibault thierry thomas thorsten tiago till tilo tim timo timothy tina tobias todd tom tomas tomasz tommy toni
tony torsten tracy travis trevor tristan tyler udo ulf ulrich ulrike ursula ute uwe valentin valentina valerie vanessa vera veronica
veronika vicky victor victoria vijay viktor vincent virginia vladimir volker walter wang warren wayne wei wendy werner wilhelm will willem
william wolfgang xavier yan yann yannick yasmin yuki yuri yves yvonne zach zhang zoe`.split(/\s+/),
);

/** Whether a word is capitalised and a frequent given name, with or without its accents. */
export const isGivenName = (word: string): boolean =>
  /^\p{Lu}/u.test(word) && givenNames.has(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
