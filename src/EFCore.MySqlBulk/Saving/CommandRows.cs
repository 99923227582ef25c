using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The commands of a run as rows, of which <see cref="Count" /> is the maximum until they have been read.</summary>
internal sealed class CommandRows(CommandRun run) : RowSource
{
    public override int? Count => run.Most;

    public override RowReader Open(CancellationToken token) => new Reader(run);

    private sealed class Reader(CommandRun run) : RowReader
    {
        private int _read;

        public override bool IsInMemory => true;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = 0;
            while (count < window.Length && run.TryGet(_read, out IReadOnlyModificationCommand? command))
            {
                window.Span[count++] = command;
                _read++;
            }

            return new(count);
        }

        public override ValueTask DisposeAsync() => default;
    }
}
