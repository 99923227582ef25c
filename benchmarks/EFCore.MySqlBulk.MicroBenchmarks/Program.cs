using System.Reflection;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using EFCore.MySqlBulk.MicroBenchmarks;
using Perfolizer.Horology;

// BenchmarkDotNet's own arguments, and one of ours: --update writes baseline.json and the table of docs/micro-benchmarks.md.
string repository = typeof(Baseline).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == "RepositoryRoot").Value!;
Baseline baseline = new(repository);
// Short, and in this process: nothing is built for a run, and all benchmarks together take about two minutes.
Job job = Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithWarmupCount(5).WithIterationCount(7).WithIterationTime(TimeInterval.FromMilliseconds(100));
IConfig config = ManualConfig.CreateEmpty()
    .AddJob(job)
    .AddLogger(ConsoleLogger.Default)
    .AddDiagnoser(MemoryDiagnoser.Default)
    .AddColumnProvider(DefaultColumnProviders.Descriptor, DefaultColumnProviders.Params, DefaultColumnProviders.Statistics, DefaultColumnProviders.Metrics)
    .AddColumn(StatisticColumn.Median, new RatioColumn(baseline.Read()))
    .WithArtifactsPath(Path.Combine(repository, "artifacts", "microbenchmarks"));
string[] rest = [.. args.Where(a => a != "--update")];
List<Summary> summaries = [.. BenchmarkSwitcher.FromAssembly(typeof(Baseline).Assembly).Run(rest.Length == 0 ? ["--filter", "*"] : rest, config)];
if (rest.Length < args.Length)
    baseline.Update(summaries);
return summaries.Count > 0 && summaries.All(s => !s.HasCriticalValidationErrors && s.Reports.All(r => r.Success)) ? 0 : 1;
