using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Consecutive modification commands that are sent in the same way. The first ones are known; whether the next ones belong to them is found when they are read, while the server works on those before.</summary>
internal sealed class CommandRun
{
    private readonly IReadOnlyModificationCommand[] _commands;
    private readonly int _from;
    private readonly RowDependency? _dependency;
    private int _to;
    private bool _isComplete;

    private CommandRun(IReadOnlyModificationCommand[] commands, int from)
    {
        (_commands, _from, _to) = (commands, from, from + 1);
        Table = CommandTable.Of(commands[from], out string refusal);
        if (Table is not null)
        {
            _dependency = RowDependency.Of(Table, commands[from].Table!);
            _isComplete = !MayFollow(commands[from]);
            while (_to - from < Thresholds.KnownCommands && TryExtend())
            {
            }

            if (_to - from < Thresholds.SavedRows)
                (Table, refusal) = (null, $"fewer than {Thresholds.SavedRows} consecutive rows with the same columns");
        }

        Reason = refusal;
        _isComplete |= Table is null;
    }

    private CommandRun(CommandRun first, CommandRun next)
        => (_commands, _from, _to, Reason, _isComplete) = (first._commands, first._from, next._to, first.Reason, true);

    /// <summary>The columns that they share, if they can share statements; <see langword="null" /> if the provider's own batches send them.</summary>
    public CommandTable? Table { get; }

    /// <summary>Why the provider's own batches send them.</summary>
    public string Reason { get; }

    /// <summary>The maximum number of commands: their number, once all are known.</summary>
    public int Most => (_isComplete ? _to : _commands.Length) - _from;

    /// <summary>All of them.</summary>
    public ArraySegment<IReadOnlyModificationCommand> All
    {
        get
        {
            while (TryExtend())
            {
            }

            return new(_commands, _from, _to - _from);
        }
    }

    /// <summary>Whether others follow.</summary>
    public bool HasNext => _from + All.Count < _commands.Length;

    /// <summary>Divides commands into runs, in EF Core's order. EF Core begins a new batch before a row that needs a key that the batch generates, so the values of all commands are known.</summary>
    /// <param name="commands">The commands.</param>
    /// <param name="joins">Whether consecutive runs of the provider are joined whatever their reasons, so that they share its batches.</param>
    public static IEnumerable<CommandRun> Of(IReadOnlyModificationCommand[] commands, bool joins)
    {
        CommandRun? provider = null;
        for (int from = 0; from < commands.Length;)
        {
            CommandRun run = new(commands, from);
            if (provider is not null && run.Table is null && (joins || run.Reason == provider.Reason))
            {
                provider = new(provider, run);
            }
            else
            {
                if (provider is not null)
                    yield return provider;
                provider = run.Table is null ? run : null;
                if (run.Table is not null)
                    yield return run;
            }

            from += run.All.Count;
        }

        if (provider is not null)
            yield return provider;
    }

    /// <summary>Gets a command, if there are so many. Those before it have been read.</summary>
    public bool TryGet(int position, [NotNullWhen(true)] out IReadOnlyModificationCommand? command)
    {
        command = _from + position < _to || TryExtend() ? _commands[_from + position] : null;
        return command is not null;
    }

    // Adds the next command if it belongs to the run.
    private bool TryExtend()
    {
        if (_isComplete)
            return false;
        _isComplete = _to == _commands.Length || !MayFollow(_commands[_to]);
        _to += _isComplete ? 0 : 1;
        return !_isComplete;
    }

    private bool MayFollow(IReadOnlyModificationCommand command)
    {
        try
        {
            return Table!.Fits(command) && _dependency?.TryAdd(command) != false;
        }
        catch (Exception)
        {
            // The model cannot convert a value: the provider sends the command, and throws this again.
            return false;
        }
    }
}
