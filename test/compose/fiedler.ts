/** A stand-in for Fiedler: an MCP server on a WebSocket at port 8080 with one tool. */
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({
  port: 8080,
  handleProtocols: (offered) => (offered.has('mcp') ? 'mcp' : false),
});
const answers: Record<string, (params: { protocolVersion?: string }) => object> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'fiedler', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'ask_models', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'The third shelf.' }] }),
};
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse(data.toString());
    const answer = answers[method];
    if (id !== undefined && answer)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) }));
  });
});
