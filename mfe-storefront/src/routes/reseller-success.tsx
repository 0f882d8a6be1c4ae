export default function ResellerSuccess() {
  return <main>ResellerSuccess</main>;
}
