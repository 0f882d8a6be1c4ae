import type { DeskTicket, Ticket, TicketResponse } from '@leadping/contracts/support/ticket';
import { maskLicenseKey, readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import { ticketKeyPlace, type Response, type StoredTicket } from './ticket.model.ts';

export function showTicket(ticket: StoredTicket): Ticket {
  const { ticketNumber, subject, message, status, priority, createdAt, updatedAt } = ticket;
  return {
    ticketNumber,
    subject,
    message,
    status,
    priority,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function showDeskTicket(ticket: StoredTicket, sealer: Sealer): DeskTicket {
  const { name, email, confirmedAt, category, assignedTo, customerWaiting, waitingSince, sealedLicenseKey } =
    ticket;
  return {
    ...showTicket(ticket),
    id: String(ticket._id),
    name,
    email,
    isAddressConfirmed: confirmedAt !== undefined,
    licenseKey: sealedLicenseKey
      ? showKey(sealer.open(sealedLicenseKey, ticketKeyPlace(ticket.ticketNumber)))
      : null,
    category,
    assignedTo,
    customerWaiting,
    waitingSince: customerWaiting ? (waitingSince ?? ticket.updatedAt).toISOString() : null,
  };
}

/** Shows only the ends of a key, because everybody who can read a key can use it. */
function showKey(pasted: string): DeskTicket['licenseKey'] {
  const reading = readLicenseKey(pasted);
  return reading.readable
    ? { masked: maskLicenseKey(reading.key), fault: null }
    : { masked: null, fault: reading.fault };
}

export function showResponse(response: Response): TicketResponse {
  return {
    id: String(response._id),
    message: response.message,
    isCustomerResponse: response.isCustomerResponse,
    createdAt: response.createdAt.toISOString(),
    respondedBy: response.respondedBy ? { username: response.respondedBy } : null,
  };
}
