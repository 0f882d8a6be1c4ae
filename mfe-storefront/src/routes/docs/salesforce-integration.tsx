import { BRAND } from '@leadping/contracts/brand';
import { otherIntegrations } from '../../copy/guides.ts';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const LEAD_SOURCE = `LinkedIn - ${BRAND.name}`;

const ENDPOINT = `@RestResource(urlMapping='/ping')
global without sharing class PingLead {
  @HttpPost
  global static String create() {
    if (RestContext.request.params.get('token') != 'a-long-random-text') {
      RestContext.response.statusCode = 401;
      return 'wrong token';
    }
    Map<String, Object> ping = (Map<String, Object>)
      JSON.deserializeUntyped(RestContext.request.requestBody.toString());
    String name = (String) ping.get('fullName');
    Lead lead = new Lead(
      FirstName = name.contains(' ') ? name.substringBeforeLast(' ') : null,
      LastName = name.contains(' ') ? name.substringAfterLast(' ') : name,
      Title = (String) ping.get('jobTitle'),
      Company = (String) ping.get('company'),
      City = (String) ping.get('location'),
      Email = (String) ping.get('email'),
      LeadSource = '${LEAD_SOURCE}',
      LinkedIn_Profile__c = (String) ping.get('profileUrl')
    );
    insert lead;
    return lead.Id;
  }
}`;

const GUIDE: Guide = {
  slug: 'salesforce-integration',
  title: `${BRAND.name} with Salesforce`,
  outcome:
    'Every ping becomes a lead with its source set, goes to the right owner, and starts the follow-up by itself.',
  tool: {
    name: 'Salesforce',
    apiDocs: { title: 'Salesforce API documentation', href: 'https://developer.salesforce.com/docs/apis' },
  },
  needs: [
    EXTENSION_NEEDED,
    'A Salesforce administrator for step 1. The other steps need rights to edit assignment rules and flows.',
    <>
      A custom field for the profile. We suggest a URL field on Lead, labelled “LinkedIn Profile”, with the
      API name <code>LinkedIn_Profile__c</code>.
    </>,
  ],
  steps: [
    {
      id: 'webhook-endpoint',
      title: 'Create the webhook endpoint',
      body: (
        <>
          <p>
            In Setup create the Apex class below and a Salesforce Site whose guest profile may run it. The
            address is then{' '}
            <code>
              https://your-site.my.salesforce-sites.com/services/apexrest/ping?token=a-long-random-text
            </code>
            . Choose a token of your own: it keeps strangers out.
          </p>
          <p>
            The lead source is <b>“{LEAD_SOURCE}”</b>; add it to the picklist Lead Source.
          </p>
        </>
      ),
      code: { title: 'PingLead.cls', text: ENDPOINT },
    },
    addWebhookStep(
      'Salesforce leads',
      'https://your-site.my.salesforce-sites.com/services/apexrest/ping?token=…',
      'Add the webhook',
    ),
    {
      id: 'territory-management',
      title: 'Territory management',
      body: (
        <>
          <p>
            In Setup open Lead Assignment Rules. A rule entry “Lead Source equals {LEAD_SOURCE} and City
            contains Berlin” gives the lead to the owner of that territory; one without a place at the end
            takes all others.
          </p>
          <p>
            Organisations with Enterprise Territory Management run their territory rules on the same two
            fields.
          </p>
        </>
      ),
    },
    {
      id: 'automation',
      title: 'Process or flow automation',
      body: (
        <ol>
          <li>Create a record-triggered flow on Lead, when a record is created.</li>
          <li>Condition: Lead Source equals “{LEAD_SOURCE}”.</li>
          <li>Create a task “Send a first message” for the owner, due tomorrow.</li>
          <li>If Email is not empty, add the lead to your campaign.</li>
        </ol>
      ),
    },
  ],
  check: (
    <p>
      Ping a profile, then open Leads, Recently Viewed. The newest one has the lead source “{LEAD_SOURCE}”, an
      owner from your rules, and a task.
    </p>
  ),
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The answer is 401 or 403',
      answer:
        'The token in the URL differs from the one in the class, or the site’s guest profile has no access to the class or may not create leads.',
    },
    {
      problem: 'Leads without a company are refused',
      answer: 'Company is required on Lead. Put “Unknown” in the class where the profile has none.',
    },
  ],
  related: otherIntegrations('salesforce-integration'),
};

export default function SalesforceGuide() {
  return <GuidePage guide={GUIDE} />;
}
