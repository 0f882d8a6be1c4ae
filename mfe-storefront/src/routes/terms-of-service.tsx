export default function TermsOfService() {
  return <main>TermsOfService</main>;
}
