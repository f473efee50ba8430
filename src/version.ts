/** The version of the package; a test holds it to package.json, which is not at hand where the gateway is bundled. */
export const version = '0.1.0';

/** How the server names itself to its clients. */
export const serverInfo = { name: 'dewey', title: 'Dewey', version };
