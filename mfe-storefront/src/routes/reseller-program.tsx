export default function ResellerProgram() {
  return <main>ResellerProgram</main>;
}
