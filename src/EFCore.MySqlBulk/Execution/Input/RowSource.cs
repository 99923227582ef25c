namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>The rows given to a bulk operation.</summary>
internal abstract class RowSource
{
    /// <summary>The number of rows, if it is known before they are read.</summary>
    public abstract int? Count { get; }

    /// <summary>The query that the rows come from, if they were given as one.</summary>
    public virtual IQueryable? Query => null;

    /// <summary>Whether the rows can be read again: a failed attempt can then be repeated, and keys need not be written before the end.</summary>
    public bool CanRepeat => Count is not null;

    /// <summary>The position of each row among those that the caller gave; <see langword="null" /> if these are all.</summary>
    public virtual IReadOnlyList<int>? Positions => null;

    /// <summary>The position of a row among those that the caller gave.</summary>
    public virtual int PositionOf(int row) => Positions is { } positions ? positions[row] : row;

    public abstract RowReader Open(CancellationToken token);

    /// <summary>Reads all rows.</summary>
    public async ValueTask<List<object?>> ReadAllAsync(CancellationToken token)
    {
        List<object?> all = [];
        object?[] window = new object?[256];
        RowReader reader = Open(token);
        try
        {
            int count;
            do
            {
                count = await reader.ReadAsync(window, token).ConfigureAwait(false);
                all.AddRange(window.Take(count));
            }
            while (count == window.Length);
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }

        return all;
    }
}
