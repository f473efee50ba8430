import { type Command, Option } from 'commander';
import type { DecisionsOptions } from './people/decisions.ts';
import type { EventsOptions } from './people/events.ts';
import type { ListOptions } from './people/list.ts';
import type { OpenOptions } from './people/open.ts';
import type { ProjectsOptions } from './people/projects.ts';
import type { ResumeOptions } from './people/resume.ts';
import type { Json } from './people/run.ts';
import type { SearchOptions } from './people/search.ts';
import type { ShowOptions } from './people/show.ts';
import type { ExitCode } from './run/program.ts';

const asJson = ['--json', 'print the result as JSON'] as const;
const byProject = ['--project <name>', 'only this project: its name, or the last part of its path'] as const;

type Ended = (code: ExitCode) => void;

/** The commands with which people look at what is stored. */
export function addPeopleCommands(program: Command, env: NodeJS.ProcessEnv, ended: Ended): void {
  const between = (command: Command, what: string) =>
    command
      .option('--since <when>', `only ${what} since then: a duration such as 24h or 7d, or a date`)
      .option('--until <when>', `only ${what} before then`);
  between(
    program
      .command('search')
      .description('search all messages')
      .argument('<words...>', 'words or a question; "a phrase", -without, or')
      .option(...byProject)
      .addOption(
        new Option('--role <role>', 'only messages of this role').choices([
          'user',
          'assistant',
          'system',
          'tool',
        ]),
      )
      .option('--session <id>', 'only this session')
      .addOption(
        new Option('--mode <mode>', 'how words must match').choices([
          'auto',
          'all',
          'phrase',
          'any',
          'hybrid',
        ]),
      )
      .option('-n, --limit <count>', 'maximum number of results', '8'),
    'messages',
  )
    .option(...asJson)
    .action(async (words: string[], options: SearchOptions) => {
      ended(await (await import('./people/search.ts')).search(env, words, options));
    })
    .helpCommand(false) // "help" is a word
    .command('reindex')
    .description('build the search index anew beside the one that is searched, and switch to it')
    .argument('[words...]', 'none: with further words, these and "reindex" are searched for')
    .option(...asJson)
    .action(async (words: string[], options: { json?: boolean }) => {
      const search = async () =>
        (await import('./people/search.ts')).search(env, ['reindex', ...words], { ...options, limit: '8' });
      const reindex = async () => (await import('./reindex.ts')).reindexCommand(env, options);
      ended(await (words.length > 0 ? search() : reindex()));
    });
  const listed = (command: Command, limit: string) =>
    between(
      command
        .option(...byProject)
        .option('--agent <name>', 'only conversations captured from this program, such as claude-code')
        .option('--title <text>', 'only conversations with this text in the title')
        .option('-n, --limit <count>', 'maximum number of conversations', limit),
      'conversations changed',
    )
      .option('--offset <count>', 'number of conversations to skip', '0')
      .option(...asJson);
  listed(program.command('list').description('list conversations, last changed first'), '20').action(
    async (options: ListOptions) => {
      ended(await (await import('./people/list.ts')).list(env, options));
    },
  );
  listed(program.command('recent').description('show what was worked on lately, by day'), '30').action(
    async (options: ListOptions) => {
      ended(await (await import('./people/recent.ts')).recent(env, options));
    },
  );
  program
    .command('show')
    .description('show a conversation, or the turns around one')
    .argument(
      '<id>',
      'a conversation, a message or <conversation>:<turn>; the beginning or end of the id is enough',
    )
    .option('--turns <range>', 'only these turns, such as 12, 12-20 or 12-')
    .option('--full', 'do not shorten the results of tools')
    .option('--no-tools', 'leave out the calls of tools and their results')
    .option(...asJson)
    .action(async (id: string, options: ShowOptions) => {
      ended(await (await import('./people/show.ts')).show(env, id, options));
    });
  program
    .command('resume')
    .description("print the agent's command that resumes a session, or run it")
    .argument('[id]', 'a conversation or session (default: the latest of the current folder)')
    .option('--run', "run it in the session's folder")
    .option(...asJson)
    .action(async (id: string | undefined, options: ResumeOptions) => {
      ended(await (await import('./people/resume.ts')).resume(env, id, process.cwd(), options));
    });
  between(
    program
      .command('projects')
      .description('list the projects with their agents and sizes')
      .option(...byProject),
    'projects changed',
  )
    .option(...asJson)
    .action(async (options: ProjectsOptions) => {
      ended(await (await import('./people/projects.ts')).projects(env, options));
    });
  between(
    program
      .command('events')
      .description('list events found in documents: commitments, decisions, risks and more')
      .argument('[words...]', 'only events that match (default: the latest)')
      .addOption(
        new Option('--category <name>', 'only this category').choices([
          'Commitment',
          'Execution',
          'Decision',
          'Collaboration',
          'QualityRisk',
          'Feedback',
          'Change',
          'Stakeholder',
        ]),
      )
      .option('--document <id>', 'only events of this document')
      .option('--who <name>', 'only events of people whose name contains this')
      .option('--project <name>', 'only of documents of this project')
      .addOption(
        new Option('--state <state>', 'only commitments in this state').choices(['open', 'overdue', 'done']),
      )
      .option('--due <time>', 'only what is due before a date such as 2026-01-31')
      .option('-n, --limit <count>', 'maximum number of events', '20'),
    'events',
  )
    .option(...asJson)
    .action(async (words: string[], options: EventsOptions) => {
      ended(await (await import('./people/events.ts')).events(env, words, options));
    });
  program
    .command('status')
    .description('say in a few lines what runs and what is stored')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./people/status.ts')).status(env, options));
    });
  program
    .command('open')
    .description('open the viewer of the running server in a browser')
    .option('--print', 'only print its address')
    .option(...asJson)
    .action(async (options: OpenOptions) => {
      ended(await (await import('./people/open.ts')).open(env, options));
    });
}

/** `dewey decisions list` and `dewey decisions due`. */
export function addDecisionLists(decisions: Command, env: NodeJS.ProcessEnv, ended: Ended): void {
  const listed = (command: Command) =>
    command
      .option(...byProject)
      .option('--domain <domain>', 'only in this domain')
      .option('--option <text>', 'only those with this option in statement or alternatives')
      .option('--person <name>', 'only those captured by this client')
      .option('--text <words>', 'only those with these words')
      .option('-n, --limit <count>', 'maximum number of decisions', '20')
      .option(...asJson);
  const run = async (options: DecisionsOptions) => {
    ended(await (await import('./people/decisions.ts')).decisions(env, options));
  };
  const runDue = (options: DecisionsOptions) => run({ ...options, due: true });
  listed(decisions.command('list').description('list decisions, newest first'))
    .addOption(
      new Option('--status <status>', 'only decisions with this status').choices([
        'pending',
        'executed',
        'completed',
        'failed',
        'reworked',
      ]),
    )
    .action(run);
  listed(decisions.command('due').description('list decisions whose review date has come, oldest first'))
    .option('--days <n>', 'instead those that are at least so many days old')
    .action(runDue);
}
