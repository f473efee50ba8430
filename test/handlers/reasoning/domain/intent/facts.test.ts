import { describe, expect, it } from 'vitest';
import { factsIn } from '../../../../../src/handlers/reasoning/domain/intent/facts.ts';

describe('factsIn', () => {
  it.each([
    ['Split pricing/ and rename *.loan in v*', ['pricing/', '*.loan', 'v*']],
    ['Move from rdiskd to mkcert, checked with gitwatch', ['rdiskd', 'mkcert', 'gitwatch']],
    ['The shelfmark table and the header: are origin and loan_state fields set?', ['shelfmark', 'origin']],
    ['Use ledgerly instead of dayjs', ['ledgerly', 'dayjs']],
    ['See desk.gradle.kts#L12 and docs/desk.md#late-loans, !45', ['desk.gradle.kts#L12', '!45']],
    ['12 passed, 3 failed; 4 loans kept, 2 lost', ['12 passed, 3 failed', '4 loans kept, 2 lost']],
    ["Set option rooms 'a1 b2', desk_state: BAD", ["option rooms 'a1 b2'", 'desk_state: BAD']],
    ['Nothing but "GET /loans HTTP/1.1" 500 12', ['"GET /loans HTTP/1.1" 500 12']],
    ['Seit gestern: Es ist ein Fehler aufgetreten.', ['Es ist ein Fehler aufgetreten.']],
    ['Dans les logs : nombre de livres trop petit (attendu 2)', ['nombre de livres trop petit (attendu 2)']],
    ['La carga falla: no se pudo abrir la mesa', ['no se pudo abrir la mesa']],
    ['Since May the desk reported open=0 count=12 after a while', ['open=0 count=12 after a while']],
    [
      `${'Seit dem Umzug lassen sich Bücher nicht mehr ausleihen, '.repeat(3)}im Protokoll: desk: [emerg] host not found in room`,
      ['desk: [emerg] host not found in room'],
    ],
    ['Cover the counter module, la librería estante y el paquete libros', ['counter', 'estante', 'libros']],
    ['Tests are few. shelver, binder and lender have none', ['shelver', 'binder', 'lender']],
    [
      'It is 21.5°C or 12° at Desk::heat() (30°F), 640*480 wide',
      ['21.5°C', '12°', 'Desk::heat()', '30°F', '640*480'],
    ],
    ['Then cp desk.example.ini desk.ini, rm -rf dist/', ['cp desk.example.ini desk.ini', 'rm -rf dist/']],
    ['先执行mkdir books/desk，然后重启', ['mkdir books/desk']],
    ['GUnit-Tests für die Ausleihe', ['GUnit']],
    ["Typing ' or 2=2 or 'a'='a opens it; why return (0)?", ["' or 2=2 or 'a'='a", 'return (0)']],
    ['Please run cmake --build . first', ['cmake --build .']],
    ['Loans 1, 2, 3 and 13 are lost, nas linhas 14 e 15', ['1, 2, 3 and 13', 'linhas 14 e 15']],
    ['Replace moment with dayjs, rename log to logger', ['moment', 'dayjs', 'log', 'logger']],
    ['Add ESLint to the desk', ['ESLint']],
    ["Simuler l'API externe", ['API']],
    ['Fails on Android 5.0.2 (build v2.6.17).', ['Android 5.0.2', 'v2.6.17']],
    ['See `src/db/pool.ts:44` and docs/README.md.', ['src/db/pool.ts:44', 'docs/README.md']],
    ['It prints "connection reset by peer" after a minute', ['connection reset by peer']],
    ['Beim Start erscheint „Kein Zugriff“ im Fenster', ['Kein Zugriff']],
    ['Run docker compose up -d --build first, then npm test.', ['docker compose up -d --build', 'npm test']],
    ['TypeError: Cannot read properties of undefined', ['TypeError: Cannot read properties of undefined']],
    ['ssh: connect to host example.org port 22: Operation timed out', ['Operation timed out']],
    ['Sets MAX_IDLE_TIME, loanCount and Loan::find to 600', ['MAX_IDLE_TIME', 'loanCount', 'Loan::find']],
    ['It cost $3,600 in May, and 1,000 USD today', ['$3,600', '1,000 USD']],
    ['Cf. https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
    ['启动时执行Init的操作报错 code 12007', ['Init', 'code 12007']],
    ['The option --max-nodes=3 is ignored', ['--max-nodes=3']],
    [
      'Loans take 20-60 seconds since webpack v4 to v5, before 2 to 4',
      ['20-60 seconds', 'webpack v4 to v5', '2 to 4'],
    ],
    ['Die Ausleihe dauert 12,5 Sekunden, bei 65.536 Zeilen länger', ['12,5 Sekunden', '65.536 Zeilen']],
    ['70k requêtes par mois, le 08/04/2016 à 22h12', ['70k requêtes', '08/04/2016', '22h12']],
    ['El préstamo caduca en 24 horas con exit code 137', ['24 horas', 'exit code 137']],
    [
      '导出超过 5000 行，大约 6 小时后 OOMKilled，Docker 部署。',
      ['5000 行', '6 小时', 'OOMKilled', 'Docker'],
    ],
    [
      "It reads cache['loan'] and calls db.find({id: 3}).first()",
      ["cache['loan']", 'db.find({id: 3}).first()'],
    ],
    [
      'With CRON_TZ=UTC, mem_limit: 512m and pool_size = 1000',
      ['CRON_TZ=UTC', 'mem_limit: 512m', 'pool_size = 1000'],
    ],
    ['php -v | head -1 says 8.0.15', ['php -v | head -1']],
    [
      'Press Ctrl+Shift+K, see Preferences > Keyboard > Shortcuts',
      ['Ctrl+Shift+K', 'Preferences > Keyboard > Shortcuts'],
    ],
    ['POST /loans/{id} answers 504 Gateway Time-out', ['POST /loans/{id}', '504 Gateway Time-out']],
    [
      'We moved to Apache Commons Logging on a Xiaomi Redmi Note 12',
      ['Apache Commons Logging', 'Xiaomi Redmi Note 12'],
    ],
    ['Tables loans and readers have an index, celery runs daily', ['loans', 'readers', 'celery']],
    ['Stored XSS: <img src=x onerror=alert(1)> as a name', ['<img src=x onerror=alert(1)>']],
    [
      'Mail from desk@example.org at commit 81864b3 on 30 September 2021',
      ['desk@example.org', '81864b3', '30 September 2021'],
    ],
    [
      'The file says "loans": ">=3.1", and\n$desk->open = true;\nstill fails',
      ['"loans": ">=3.1"', '$desk->open = true;'],
    ],
    ['Rename shelf.* to rack.*, cf. §4 of the guide; is it = or ===?', ['shelf.*', 'rack.*', '§4', '===']],
    ['It takes 30+ seconds for 0.2B rows, some 3.000/Tag', ['30+ seconds', '0.2B rows', '3.000/Tag']],
    [
      'Then sudo service docker restart, and report --format csv',
      ['sudo service docker restart', 'report --format csv'],
    ],
    [
      'Set LOAN_DB_HOST=, LOAN_DB_PORT= and\nlisten: udp,7000',
      ['LOAN_DB_HOST', 'LOAN_DB_PORT', 'listen: udp,7000'],
    ],
    [
      'On start:\nLoanError: no desk is open. Open one first, or wait.\nSince yesterday',
      ['LoanError: no desk is open. Open one first, or wait.'],
    ],
    ['借书时出现错误\n借书失败：找不到书架\n怎么办', ['借书失败：找不到书架']],
    ['It runs\nloan add --desk 3 book.txt\nand stops', ['loan add --desk 3 book.txt']],
    [
      'Log: E/LoanDesk: NOT_OPEN. Linking ends with undefined reference to loan_open',
      ['E/LoanDesk: NOT_OPEN', 'undefined reference to loan_open'],
    ],
  ])('keeps the facts of %j', (problem, facts) => {
    const found = factsIn(problem).map(({ text }) => text);
    for (const fact of facts) expect(found.some((text) => text.includes(fact))).toBe(true);
  });

  it('finds what to copy in a problem of one line, which is no fact as a whole', () => {
    const texts = (problem: string) => factsIn(problem).map(({ text }) => text);
    const decide = 'We need to decide: Redis or PostgreSQL for loans? Cost 90 EUR a month, 3000 loans';
    expect(texts(decide)).not.toContain(decide);
    expect(texts(decide)).toContain('Redis or PostgreSQL');
    const report =
      'Deploy problem: the desk returns 502 at https://desk.example:8443/health since 2026-11-21';
    expect(texts(report)).toEqual(expect.arrayContaining(['https://desk.example:8443/health', '2026-11-21']));
    // A message of a program is one as a whole, and what is in it can be copied all the same.
    const failure = 'Bug: the build fails on node 20 with ENOSPC in src/desk.ts';
    expect(texts(failure)).toContain(failure);
    expect(texts(failure).some((text) => text !== failure && text.includes('src/desk.ts'))).toBe(true);
  });

  it('takes no name from words of a language, also of one whose words begin otherwise', () => {
    expect(
      factsIn('The throughput of our bookshelves, schlechter geschrumpfte, sbagliato, psychologie'),
    ).toEqual([]);
    expect(factsIn('czy ktoś wie, wszystko wstrzymane, brzmi wspaniale, trzcina drżka mchy')).toEqual([]);
    expect(factsIn('We chose readability rather than speed, in the main table')).toEqual([]);
  });

  it('lists a fact once, and no words of the language', () => {
    const texts = (problem: string) => factsIn(problem).map(({ text }) => text);
    expect(texts('OpenDTU 24.1.18 shows nothing; OpenDTU 24.1.18 is new')).toEqual(['OpenDTU 24.1.18']);
    expect(texts('Der Leser sucht das Buch im Regal und findet es nicht.')).toEqual([]);
    expect(texts('Everybody says that the books evict each other in the end.')).toEqual([]);
  });

  it('returns at most 60 facts of 300 characters, whatever the text', () => {
    const facts = factsIn('a_b'.repeat(5000) + ' x_1 y_2 '.repeat(1000) + '"'.repeat(999));
    expect(facts.length).toBeLessThanOrEqual(60);
    expect(Math.max(0, ...facts.map(({ text }) => text.length))).toBeLessThanOrEqual(300);
  });
});
