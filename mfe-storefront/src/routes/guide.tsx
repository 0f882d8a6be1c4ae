export default function Guide() {
  return <main>Guide</main>;
}
