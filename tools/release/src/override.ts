#!/usr/bin/env node
import { runOverride } from './run-override.ts';

process.exitCode = await runOverride(process.argv.slice(2), process);
