export const COMING_SOON = ['Zoho CRM', 'ActiveCampaign', 'Mailchimp', 'Notion'] as const;
