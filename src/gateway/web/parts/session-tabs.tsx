import type { Visit } from '../visit/visit.ts';

/** What a visitor must be allowed to call to see each of the lists of sessions. */
const tabs = [
  ['/sessions', 'By day', 'dewey_list_conversations'],
  ['/sessions?by=project', 'By project', 'dewey_list_conversations'],
  ['/runs', 'Runs of models', 'dewey_get_fiedler_results'],
] as const;

/** Leads from one list of sessions to the others. */
export const SessionTabs = ({ visit, at }: { visit: Visit; at: (typeof tabs)[number][0] }) => (
  <p class="tabs">
    {tabs.map(([href, label, tool]) =>
      visit.may(tool) ? (
        <a href={href} aria-current={href === at ? 'page' : undefined}>
          {label}
        </a>
      ) : null,
    )}
  </p>
);
