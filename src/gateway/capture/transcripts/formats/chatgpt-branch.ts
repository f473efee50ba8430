import { field } from '../../messages/captured.ts';

/** A node of a conversation tree. */
export type Node = { id: string; parent: string | undefined; message: unknown; order: number };

/** The nodes from the root to `current_node`; all nodes by creation time when that node does not exist. */
export function visibleBranch(nodes: Map<string, Node>, current: string | undefined): Node[] {
  if (current === undefined || !nodes.has(current))
    return [...nodes.values()].sort((a, b) => created(a) - created(b) || a.order - b.order);
  const branch: Node[] = [];
  const seen = new Set<string>();
  for (let at: string | undefined = current; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const node = nodes.get(at);
    if (!node) break;
    branch.push(node);
    at = node.parent;
  }
  return branch.reverse();
}

const created = (node: Node): number => {
  const time = field(node.message, 'create_time');
  return typeof time === 'number' ? time : 0;
};
