/** The version of the package; a test holds it to package.json, which is not at hand where the gateway is bundled. */
export const version = '0.1.0';
