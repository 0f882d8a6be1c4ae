export default function Integrations() {
  return <main>Integrations</main>;
}
