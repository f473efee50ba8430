/** "The Customer shall pay the balance": what a party of a contract is bound to do; what it may not do, or is, is no task. */
const duty =
  /^[^\p{L}]{0,12}(?:\((?:\p{L}|\d{1,2})\) )?(?:(?:The|Each|Either|Both) )?(?:Customer|Client|Supplier|Vendor|Provider|Service Provider|Contractor|Subcontractor|Consultant|Seller|Buyer|Purchaser|Licensor|Licensee|Lessor|Lessee|Landlord|Tenant|Borrower|Lender|Guarantor|Employer|Employee|Agency|Agent|Distributor|Manufacturer|Publisher|Company|Part(?:y|ies))s? (?:shall|must|undertakes to|agrees to) (?:(?:also|promptly|immediately|then) )?(?!not(?!\p{L})|be(?!\p{L})|mean(?!\p{L})|have(?!\p{L})|remain(?!\p{L}))\p{Ll}/u;

/** Whether a sentence of a contract binds a party to do something: it commits, and decides nothing. */
export const isDuty = (text: string): boolean => duty.test(text.slice(0, 200));
