/** How often a test does what `npm run test:in-number` does `many` times: `few`, unless that runs. */
export const inNumber = (few: number, many: number): number => (process.env['IN_NUMBER'] ? many : few)
