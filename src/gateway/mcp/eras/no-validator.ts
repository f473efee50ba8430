/**
 * Servers validate answers to the SDK's own `elicitInput` with this. Nothing here uses that, and creating a real
 * validator is most of the cost of a Server, so all share this stub.
 */
export const jsonSchemaValidator = {
  getValidator: (): never => {
    throw new Error('this server validates no schemas');
  },
};
