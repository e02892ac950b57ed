/** Variables that lead out of this copy: to its database, its files, its addresses, and vendors that act or bill. */
export const OUTSIDE = [
  ...['MONGODB_URI', 'REDIS_URL', 'APP_ORIGIN', 'MEDIA_ORIGIN', 'ADMIN_URL', 'SMTP_URL', 'LEAKED_PASSWORDS_URL'],
  ...['STORAGE', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['S3_FORCE_PATH_STYLE', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_TAX'],
  ...['TREMENDOUS_API_KEY', 'TREMENDOUS_FUNDING_SOURCE', 'TREMENDOUS_WEBHOOK_KEY', 'ECOLOGI_API_KEY'],
  ...['LOB_API_KEY', 'LOB_WEBHOOK_SECRET', 'LOB_FROM', 'HEIRLOOM_URL', 'HEIRLOOM_KEY'],
  ...['ACUTRACK_URL', 'ACUTRACK_DEALER_ID', 'ACUTRACK_PASSWORD', 'ACUTRACK_WEBHOOK_SECRET'],
  ...['TRANSCRIBE_URL', 'TRANSCRIBE_KEY', 'TRANSCRIBE_MODEL', 'UNSPLASH_ACCESS_KEY'],
  ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'APPLE_CLIENT_ID', 'APPLE_TEAM_ID'],
  ...['APPLE_KEY_ID', 'APPLE_PRIVATE_KEY', 'APPLE_ISSUER', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ...['TWILIO_FROM', 'TWILIO_WHATSAPP_FROM', 'TWILIO_WHATSAPP_TEMPLATE'],
];

/** The environment of an app by itself, whose mails, payments and messages stay in sandboxes. Empty counts as unset. */
export const BY_ITSELF = {
  ...Object.fromEntries(OUTSIDE.map((name) => [name, ''])),
  NODE_ENV: 'development',
};
