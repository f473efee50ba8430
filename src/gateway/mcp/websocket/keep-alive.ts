import type { WebSocket } from 'ws';

/**
 * Sends pings, independent of requests; a peer that did not answer the last ping is considered dead and disconnected.
 */
export function keepAlive(socket: WebSocket, everyMs: number): () => void {
  let alive = true;
  const seen = () => {
    alive = true;
  };
  socket.on('pong', seen).on('message', seen);
  const timer = setInterval(() => {
    // Nothing is read from a paused socket, so missing pongs mean nothing.
    if (socket.isPaused) {
      alive = true;
      return;
    }
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
