type Boxes = { readonly boxes: readonly { readonly Code: string; readonly quantity: number }[] }

/** 'TABLE-LEG x 4; TABLE-TOP x 1', as the feed of SKU data reads it. */
export const boxesText = ({ boxes }: Boxes) => boxes.map(({ Code, quantity }) => `${Code} x ${quantity}`).join('; ')
