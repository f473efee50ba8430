import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parseJson, removeJson, sameJson, setJson } from '../../../../src/gateway/cli/setup/files/json.ts';

const entry = { type: 'http', url: 'http://127.0.0.1:9020/mcp' };

describe('setJson', () => {
  it('adds an entry below the comments of its neighbours, in the style of the file', () => {
    const text =
      '{\n\t"a": 1, // about a\n\t"mcp": {\n\t\t"x": { "y": [1, 2] } // about x\n\t\t// last\n\t}\n}\n';
    expect(setJson(text, ['mcp', 'dewey'], { url: 'u' })).toBe(
      '{\n\t"a": 1, // about a\n\t"mcp": {\n\t\t"x": { "y": [1, 2] }, // about x\n\t\t// last\n\t\t"dewey": {\n\t\t\t"url": "u"\n\t\t}\n\t}\n}\n',
    );
  });

  it.each([
    ['', '{\n  "s": {\n    "dewey": 1\n  }\n}\n'],
    ['{}', '{\n  "s": {\n    "dewey": 1\n  }\n}'],
    ['{"a":1}', '{"a":1,"s":{"dewey":1}}'],
    ['{"a": 1, "b": 2}', '{"a": 1, "b": 2, "s": {"dewey":1}}'],
    ['{"a": 1, }', '{"a": 1, "s": {"dewey":1}, }'],
    ['{"s": {}}\n', '{"s": {\n  "dewey": 1\n}}\n'],
    ['{\r\n  "a": 1,\r\n}\r\n', '{\r\n  "a": 1,\r\n  "s": {\r\n    "dewey": 1\r\n  },\r\n}\r\n'],
    ['\ufeff{\n  "a": 1\n}', '\ufeff{\n  "a": 1,\n  "s": {\n    "dewey": 1\n  }\n}'],
  ])('keeps the form of %j', (text, expected) => {
    expect(setJson(text, ['s', 'dewey'], 1)).toBe(expected);
  });
});

describe('removeJson', () => {
  it('leaves comments and everything else as it was', () => {
    const text =
      '{\n  "s": {\n    "x": { "y": 1 }, // about x\n    // last\n    "dewey": {\n      "a": 1\n    }\n  },\n  "z": [1]\n}\n';
    expect(removeJson(text, ['s', 'dewey'])).toBe(
      '{\n  "s": {\n    "x": { "y": 1 } // about x\n    // last\n  },\n  "z": [1]\n}\n',
    );
    expect(removeJson('{ "a": 1, /* b */ "b": 2 /* end */ }', ['b'])).toBe('{ "a": 1 /* b */ /* end */ }');
    expect(removeJson('{"a": [{"b": 1}]}', ['a', 0])).toBe('{"a": []}');
  });

  it('takes back what was set, whatever the file looks like', () => {
    const layouts = fc.record({
      value: fc.dictionary(
        fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key !== '__proto__' && key !== 'dewey'),
        fc.jsonValue({ maxDepth: 2 }),
        { maxKeys: 4 },
      ),
      indent: fc.constantFrom(undefined, '\t', '  ', '    '),
      eol: fc.constantFrom('\n', '\r\n'),
      comma: fc.boolean(),
    });
    fc.assert(
      fc.property(layouts, ({ value: made, indent, eol, comma }) => {
        const value = JSON.parse(JSON.stringify(made)); // as a file can have it: -0 is 0 there
        let text = JSON.stringify(value, null, indent).replaceAll('\n', eol);
        if (comma && Object.keys(value).length > 0) text = text.replace(/(\s*)\}$/, ',$1}');
        const set = setJson(text, ['servers of mine', 'dewey'], entry);
        expect(sameJson(parseJson(set, 'f'), { ...value, 'servers of mine': { dewey: entry } })).toBe(true);
        expect(removeJson(set, ['servers of mine'])).toBe(text);
        const other = setJson(set, ['servers of mine', 'next'], 2);
        expect(
          parse(removeJson(other, ['servers of mine', 'dewey']), [], { allowTrailingComma: true })[
            'servers of mine'
          ],
        ).toEqual({ next: 2 });
      }),
      { numRuns: 300, seed: Number(process.env.FUZZ_SEED ?? 20_261_123) },
    );
  });
});

describe('parseJson', () => {
  it.each([
    ['{"a": 1', 'line 1'],
    ['{\n\n"a" 1}', 'line 3'],
    ['[]', 'not a JSON object'],
    ['{"a": 1, "a": 2}', 'twice'],
  ])('refuses %j and says where', (text, reason) => {
    expect(() => parseJson(text, '/home/u/settings.json')).toThrow(reason);
  });
});
