import { AppError } from '../../process/app-error.ts'

export const noSuchParcel = (trackingNumber: string) =>
  new AppError('not_found', `Parcel ${trackingNumber} not found, or you don’t have access to it.`)
export const noSuchClaim = () => new AppError('not_found', 'Claim not found, or you don’t have access to it.')
export const noSuchSubmission = () => new AppError('not_found', 'Submission not found, or you don’t have access to it.')
