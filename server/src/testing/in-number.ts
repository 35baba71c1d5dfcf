/** The size of a test: `many` in `npm run test:in-number`, otherwise `few`. */
export const inNumber = <How>(few: How, many: How): How => (process.env['IN_NUMBER'] ? many : few)
