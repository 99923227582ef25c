using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Divides the commands of a batch into runs, in EF Core's order. EF Core begins a new batch before a row that needs a key that the batch
/// generates, so the values of all commands are known.</summary>
internal static class CommandRuns
{
    /// <summary>The runs.</summary>
    /// <param name="commands">The commands.</param>
    public static IReadOnlyList<CommandRun> Of(IReadOnlyModificationCommand[] commands)
    {
        List<CommandRun> runs = [];
        for (int from = 0; from < commands.Length;)
        {
            CommandTable? table = CommandTable.Of(commands[from], out string refusal);
            int to = table is null ? from + 1 : EndOf(commands, from, table);
            if (table is not null && to - from < Thresholds.SavedRows)
                (table, refusal) = (null, $"fewer than {Thresholds.SavedRows} consecutive rows with the same columns");
            Add(runs, new(table, refusal, new(commands, from, to - from)), isJoined: table is null && runs is [.., { Table: null } last] && last.Reason == refusal);
            from = to;
        }

        return runs;
    }

    /// <summary>The same, with consecutive runs of the provider joined, whatever their reasons, so that they share its batches.</summary>
    public static IReadOnlyList<CommandRun> Joined(IReadOnlyList<CommandRun> runs)
    {
        List<CommandRun> joined = [];
        foreach (CommandRun run in runs)
            Add(joined, run, isJoined: run.Table is null);
        return joined;
    }

    private static void Add(List<CommandRun> runs, CommandRun run, bool isJoined)
    {
        if (isJoined && runs is [.., { Table: null } last])
            runs[^1] = last with { Commands = new(last.Commands.Array!, last.Commands.Offset, last.Commands.Count + run.Commands.Count) };
        else
            runs.Add(run);
    }

    private static int EndOf(IReadOnlyModificationCommand[] commands, int from, CommandTable table)
    {
        RowDependency? dependency = RowDependency.Of(table, commands[from].Table!);
        dependency?.TryAdd(commands[from]);
        int to = from + 1;
        while (to < commands.Length && table.Fits(commands[to]) && dependency?.TryAdd(commands[to]) != false)
            to++;
        return to;
    }
}
