import { homedir, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where the system of the user keeps programs' data, and where that is for a program in a Flatpak. */
export type DataVariables = {
  XDG_DATA_HOME?: string | undefined;
  FLATPAK_XDG_DATA_HOME?: string | undefined;
};

/** A relative path is invalid by the XDG specification, and does not count. */
export const dataHome = ({ XDG_DATA_HOME: named }: DataVariables): string =>
  named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local', 'share');

/** The sessions of Goose, which keeps them by the XDG specification on all systems but Windows. */
export const gooseFolder = (v: DataVariables): string =>
  platform() === 'win32'
    ? join(homedir(), 'AppData', 'Roaming', 'Block', 'goose', 'data', 'sessions')
    : join(dataHome(v), 'goose', 'sessions');

/** The data of Zed, which goes by the XDG specification on Linux alone. */
export function zedFolder(v: DataVariables): string {
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Zed');
  if (platform() === 'win32') return join(homedir(), 'AppData', 'Local', 'Zed');
  return join(v.FLATPAK_XDG_DATA_HOME ?? dataHome(v), 'zed');
}
