using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.ThreeRows;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Both loops in turn, from the server to the report.</summary>
internal sealed class ThreeRowsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int WarmUpExecutions = 20_000;
    private const int QuickExecutions = 10_000;
    private const int Rounds = 3;

    public async Task<ThreeRowsReport> RunAsync() =>
        ResultsFile.Resume<ThreeRowsReport>(arguments, progress) ?? await BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<ThreeRowsReport> MeasureAsync(string connection)
    {
        // The C library uses no TLS unless told to, so the other side must not use it either.
        await using BenchDatabase database = await BenchDatabase.CreateAsync(PlainTransport.Of(connection));
        DirectoryInfo folder = Directory.CreateTempSubdirectory("insert3-");
        try
        {
            return await MeasureAsync(database, folder.FullName);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private async Task<ThreeRowsReport> MeasureAsync(BenchDatabase database, string folder)
    {
        Machine machine = await Machine.ReadAsync(database);
        (InsertLoop? loopInC, string missing) = await CompileAsync(database, folder);
        InsertLoop[] loops = loopInC is null ? [new LibraryLoop(database)] : [new LibraryLoop(database), loopInC];
        int executions = arguments.IsQuick ? Math.Min(QuickExecutions, arguments.ThreeRowsExecutions) : arguments.ThreeRowsExecutions;
        int rounds = arguments.Rounds ?? Rounds;
        Dictionary<InsertLoop, List<Sample>> samples = loops.ToDictionary(l => l, _ => new List<Sample>());
        ThreeRowsTable table = new(database);
        foreach (InsertLoop loop in loops)
            await RunAsync(database, table, loop, Math.Min(executions, WarmUpExecutions));
        for (int round = 0; round < rounds; round++)
        {
            progress.Report($"{executions:N0} executions, round {round + 1} of {rounds} …");
            for (int i = 0; i < loops.Length; i++)
            {
                InsertLoop loop = loops[(i + round) % loops.Length];
                samples[loop].Add(await RunAsync(database, table, loop, executions));
            }
        }
        return new(machine, arguments.IsQuick, executions, [.. loops.Select(l => LoopMeasurement.Of(l.Name, executions, samples[l]))], missing);
    }

    private async Task<Sample> RunAsync(BenchDatabase database, ThreeRowsTable table, InsertLoop loop, int executions)
    {
        token.ThrowIfCancellationRequested();
        await table.EmptyAsync();
        await Purge.SettleAsync(database);
        Sample sample = await loop.RunAsync(executions, token);
        await table.VerifyAsync(loop, executions);
        return sample;
    }

    private async Task<(InsertLoop? Loop, string Missing)> CompileAsync(BenchDatabase database, string folder)
    {
        try
        {
            return ServerLogin.Of(database) is { } login
                ? (new CLoop(await CCompiler.CompileAsync(folder, token), login), "")
                : (null, "it needs a server that is reached by host and port");
        }
        catch (ProgramFailedException exception)
        {
            return (null, $"{exception.Message}; on Debian and Ubuntu: apt-get install gcc libmariadb-dev");
        }
    }
}
