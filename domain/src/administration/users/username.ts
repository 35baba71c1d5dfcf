/** 1 to 100 letters, digits, dots, hyphens, underscores, + or @, so an email address is allowed. */
export const USERNAME = /^[A-Za-z0-9._@+-]{1,100}$/
export const USERNAME_MESSAGE = 'A username is 1 to 100 letters, digits, dots, hyphens, underscores, + or @'

/** The display name of a user: first and last name, or the username without them. */
export function nameOfUser(user: { username: string; first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username
}
