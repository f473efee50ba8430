import { clientAddress, defaultToolsets } from './setup/address.ts';

/**
 * What people paste to connect their clients with a key.
 *
 * @param address of the server, without a path.
 */
export function clientLines(address: string, secret: string): string[] {
  const url = clientAddress(address, defaultToolsets);
  const headers = { Authorization: `Bearer ${secret}` };
  return [
    'Claude Code:',
    `  claude mcp add --transport http dewey "${url}" --header "Authorization: Bearer ${secret}"`,
    'Cursor, in ~/.cursor/mcp.json:',
    `  ${JSON.stringify({ mcpServers: { dewey: { url, headers } } })}`,
    'VS Code, in .vscode/mcp.json:',
    `  ${JSON.stringify({ servers: { dewey: { type: 'http', url, headers } } })}`,
    'Gemini CLI, in ~/.gemini/settings.json:',
    `  ${JSON.stringify({ mcpServers: { dewey: { httpUrl: url, headers } } })}`,
    'Codex, in ~/.codex/config.toml, with DEWEY_API_KEY set to the secret:',
    `  [mcp_servers.dewey]`,
    `  url = "${url}"`,
    `  bearer_token_env_var = "DEWEY_API_KEY"`,
    'Hooks and commands of Dewey on another machine:',
    `  export DEWEY_URL=${address} DEWEY_API_KEY=${secret}`,
  ];
}
