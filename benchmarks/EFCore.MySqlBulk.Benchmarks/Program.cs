using EFCore.MySqlBulk.Benchmarks;
using EFCore.MySqlBulk.Benchmarks.BadRows;
using EFCore.MySqlBulk.Benchmarks.FirstCalls;
using EFCore.MySqlBulk.Benchmarks.Reporting;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Selecting;
using EFCore.MySqlBulk.Benchmarks.Streaming;
using Spectre.Console;

// Wide enough for every table, because nothing may wrap in a file.
const int FileWidth = 200;

if (args is [FirstCall.Verb, var way])
{
    await FirstCall.RunAsync(way);
    return 0;
}

bool isReport = args is [ReportArguments.Verb, ..];
Arguments arguments = new();
ReportArguments report = new();
try
{
    if (isReport)
        report = ReportArguments.Parse(args[1..]);
    else
        arguments = Arguments.Parse(args);
}
catch (ArgumentException exception)
{
    Console.Error.WriteLine($"{exception.Message}\n\n{Usage()}");
    return 2;
}

if (arguments.WantsHelp || report.WantsHelp)
{
    Console.WriteLine(Usage());
    return 0;
}

#if DEBUG
Console.Error.WriteLine("This is a debug build: its figures mean nothing. Run it with -c Release.");
#endif

using CancellationTokenSource end = new();
Console.CancelKeyPress += (_, pressed) =>
{
    // The first press lets the run drop its database and stop its server, the second one ends the process.
    pressed.Cancel = !end.IsCancellationRequested;
    end.Cancel();
};

try
{
    if (isReport)
        return await new ReportRun(report, new ErrorStream(), end.Token).RunAsync() ? 0 : 1;
    bool isTerminal = !Console.IsOutputRedirected;
    if (!isTerminal)
        AnsiConsole.Profile.Width = FileWidth;
    Page page = new(AnsiConsole.Console, isTerminal);
    switch (arguments.Kind)
    {
        case BenchmarkKind.Schemes:
            await ShowAsync(await new SchemeRun(arguments, new ErrorStream(), end.Token).RunAsync(), new SchemeTables(page).Print);
            break;
        case BenchmarkKind.Selection:
            SelectionReport selection = await new SelectionRun(arguments, new ErrorStream(), end.Token).RunAsync();
            await ShowAsync(selection, new SelectionTables(page).Print);
            return selection.IsRight ? 0 : 1;
        case BenchmarkKind.ThreeRows:
            await ShowAsync(await new ThreeRowsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new ThreeRowsTables(page).Print);
            break;
        case BenchmarkKind.SaveChanges:
            await ShowAsync(await new SaveChangesRun(arguments, new ErrorStream(), end.Token).RunAsync(), new SaveChangesTables(page).Print);
            break;
        case BenchmarkKind.FirstCalls:
            await ShowAsync(await new FirstCallsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new FirstCallsTables(page).Print);
            break;
        case BenchmarkKind.ReadByKeys:
            await ShowAsync(await new ReadByKeysRun(arguments, new ErrorStream(), end.Token).RunAsync(), new ReadTables(page).Print);
            break;
        case BenchmarkKind.InsertOrUpdate:
            await ShowAsync(await new InsertOrUpdateRun(arguments, new ErrorStream(), end.Token).RunAsync(), new UpsertTables(page).Print);
            break;
        case BenchmarkKind.Synchronize:
            await ShowAsync(await new SynchronizeRun(arguments, new ErrorStream(), end.Token).RunAsync(), new UpsertTables(page).Print);
            break;
        case BenchmarkKind.Contention:
            await ShowAsync(await new ContentionRun(arguments, new ErrorStream(), end.Token).RunAsync(), new ContentionTables(page).Print);
            break;
        case BenchmarkKind.Graphs:
            await ShowAsync(await new GraphsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new GraphTables(page).Print);
            break;
        case BenchmarkKind.Shards:
            await ShowAsync(await new ShardsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new ShardsTables(page).Print);
            break;
        case BenchmarkKind.Cluster:
            await ShowAsync(await new ClusterRun(arguments, new ErrorStream(), end.Token).RunAsync(), new ClusterTables(page).Print);
            break;
        case BenchmarkKind.WideRows:
            await ShowAsync(await new WideRowsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new WideTables(page).Print);
            break;
        case BenchmarkKind.Stream:
            await ShowAsync(await new StreamRun(arguments, new ErrorStream(), end.Token).RunAsync(), new StreamTables(page).Print);
            break;
        case BenchmarkKind.Atomic:
            await ShowAsync(await new AtomicRun(arguments, new ErrorStream(), end.Token).RunAsync(), new AtomicTables(page).Print);
            break;
        case BenchmarkKind.ByQuery:
            await ShowAsync(await new ByQueryRun(arguments, new ErrorStream(), end.Token).RunAsync(), new QueryTables(page).Print);
            break;
        case BenchmarkKind.BadRows:
            await ShowAsync(await new BadRowsRun(arguments, new ErrorStream(), end.Token).RunAsync(), new BadRowsTables(page).Print);
            break;
        default:
            await ShowAsync(await new BenchmarkRun(arguments, new ErrorStream(), end.Token).RunAsync(), new Tables(page).Print);
            break;
    }
    return 0;
}
catch (Exception exception) when (ErrorLine.Of(exception) is { } line)
{
    Console.Error.WriteLine(line);
    return 1;
}

string Usage() => isReport ? ReportArguments.Usage : Arguments.Usage;

async Task ShowAsync<T>(T results, Action<T> print)
{
    print(results);
    if (arguments.JsonFile is { } file)
        await ResultsFile.WriteAsync(results, file);
}
