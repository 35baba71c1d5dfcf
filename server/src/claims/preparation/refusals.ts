import { AppError } from '../../process/app-error.ts'

export const noSuchParcel = (trackingNumber: string) =>
  new AppError('not_found', `There is no parcel ${trackingNumber}, or it is not of your clients.`)
export const noSuchClaim = () => new AppError('not_found', 'There is no such claim, or it is not of your clients.')
export const noSuchSubmission = () =>
  new AppError('not_found', 'There is no such submission, or nothing of it is of your clients.')
