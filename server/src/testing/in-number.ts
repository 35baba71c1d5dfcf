/** How often, or how, a test does what `npm run test:in-number` does `many` times: `few`, unless that runs. */
export const inNumber = <How>(few: How, many: How): How => (process.env['IN_NUMBER'] ? many : few)
