import { agentName, agents } from './words.tsx';

/** Chooses an agent: any that Dewey reads, and the one asked for if it is another. */
export const AgentFilter = ({ at }: { at: string | undefined }) => (
  <label>
    Agent
    <select name="agent">
      <option value="">any</option>
      {[...new Set([...Object.keys(agents), ...(at === undefined ? [] : [at])])].map((name) => (
        <option value={name} selected={name === at}>
          {agentName(name)}
        </option>
      ))}
    </select>
  </label>
);
