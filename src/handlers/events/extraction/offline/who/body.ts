import type { DocumentModel } from '../document/block.ts';

/** The party whose meeting or record a document is. */

const body =
  /(?<![\p{L}\p{N}-])((?:\p{Lu}[\p{L}\p{N}-]{0,30}(?: of(?: the)?)? ){0,5}(?:[Cc]ouncil|[Cc]ommittee|WG|[Ww]orking [Gg]roup|SIG|TSC|[Bb]oard|[Tt]eam|Foundation|[Gg]roup|Community Group|Association|Project)|(?!(?:IRC|DEV|PR|FAQ|QA|AMA|ZOOM|UTC)(?!\p{L}))\p{Lu}{2,6}(?= (?:[Mm]eeting|[Mm]inutes|[Cc]all)(?!\p{L}))|[Mm]itgliederversammlung|Gemeinderat|Stadtrat|Vorstand|Stadtverordnetenversammlung|[Cc]onseil (?:municipal|d'administration|communautaire)|[Aa]ssemblée (?:générale(?: extraordinaire| ordinaire| constitutive)?|constitutive)|Comité \p{L}+|Consejo \p{L}+|Junta \p{L}+|Ayuntamiento|Asamblea)(?!\p{L})/gu;
/** A committee of a foundation meets, not the foundation. */
const whole = /(?:Foundation|Association|Project)$/;

const bodyIn = (text: string): string | undefined => {
  const all = Array.from(text.slice(0, 200).matchAll(body), ([, name = '']) =>
    name.replace(
      /^(?:New|Formation of(?: the)?|(?:(?:Meeting )?(?:Minutes|Notes)|Agenda|Meeting|Report|Call|Summary)(?: (?:of|for|from)(?: the)?)?) /,
      '',
    ),
  );
  return all.find((name) => !whole.test(name)) ?? all[0];
};

/** The party whose meeting or record the document is, by its title. */
export const bodyOf = (title: string | null, model: DocumentModel, text: string): string | undefined => {
  const titled = bodyIn(title ?? '') ?? bodyIn(model.blocks[0]?.path[0]?.text ?? '');
  // "Junta Example" is the "Junta Directiva" of Example.
  const noun = /^(?:Junta|Consejo|Comité) (?=\p{Lu})/u.exec(titled ?? '')?.[0];
  if (titled === undefined || noun === undefined || kindOfBody.test(titled)) return titled;
  const found = text.slice(0, 60_000).split(noun).slice(1);
  return (
    found
      .map((after) => `${noun}${/^\p{L}{1,20}/u.exec(after)?.[0] ?? ''}`)
      .find((one) => kindOfBody.test(one)) ?? titled
  );
};
const kindOfBody =
  /^\p{Lu}\p{L}{1,10} (?:directiv[oa]|ejecutiv[oa]|general|local|municipal|rectora?|social|técnic[oa]|asesora?)$/iu;
