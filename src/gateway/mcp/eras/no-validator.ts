/**
 * What a Server validates a client's answers with when it has pushed a question by the SDK's own `elicitInput`. Nothing
 * here does that, and making a real one is most of what a Server costs, so they all share this one.
 */
export const jsonSchemaValidator = {
  getValidator: (): never => {
    throw new Error('no schema is validated here');
  },
};
