/** Tools of the integration hub that have no guide yet. */
export const COMING_SOON = ['Zoho CRM', 'ActiveCampaign', 'Mailchimp', 'Notion'] as const;
