import type { WebSocket } from 'ws';

/** Pings, apart from requests; a peer that did not answer since the last ping is dead and let go. */
export function keepAlive(socket: WebSocket, everyMs: number): () => void {
  let alive = true;
  const seen = () => {
    alive = true;
  };
  socket.on('pong', seen).on('message', seen);
  const timer = setInterval(() => {
    // Nothing is read from a paused socket, so its pongs cannot be missed.
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
