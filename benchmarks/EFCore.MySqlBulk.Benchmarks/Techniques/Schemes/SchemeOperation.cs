using System.Data;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>What the schemes do to each row, in every form that any of them needs.</summary>
internal abstract class SchemeOperation
{
    private const int StatementsPerCommand = 500;
    private const int RowsPerStatement = 1_000;

    public abstract string Name { get; }

    /// <summary>Whether the table already contains the rows.</summary>
    public abstract bool NeedsRows { get; }

    /// <summary>One row, with the parameters @p0, @p1 and so on.</summary>
    public abstract string Sql { get; }

    public abstract DbType[] Types { get; }

    /// <summary>The name of the set-based scheme.</summary>
    protected abstract string SetBasedName { get; }

    public static SchemeOperation Create(string name) => name switch
    {
        "insert" => new InsertScheme(),
        "update" => new UpdateScheme(),
        "delete" => new DeleteScheme(),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, null),
    };

    public abstract object[] Values(BenchUser user);

    /// <summary>The rows that the table must contain after these have been sent, in key order, without the rows that no scheme touches.</summary>
    public abstract IEnumerable<BenchUser> Stored(BenchUser[] users);

    /// <summary>All schemes, from the slowest kind to the library's own.</summary>
    public IReadOnlyList<Scheme> Schemes(BenchDatabase database) =>
    [
        new RowByRowScheme(database, this, inTransaction: false),
        new RowByRowScheme(database, this, inTransaction: true),
        new PreparedScheme(database, this, inTransaction: false),
        new PreparedScheme(database, this, inTransaction: true),
        new TextScheme(database, "multi-statement", inTransaction: false, StatementsPerCommand, WriteStatements),
        new TextScheme(database, "multi-statement", inTransaction: true, StatementsPerCommand, WriteStatements),
        new TextScheme(database, SetBasedName, inTransaction: false, RowsPerStatement, (text, users) => WriteSetBased(text, users, database.Version)),
        .. Bulk(database),
    ];

    /// <summary>The library's own schemes.</summary>
    protected abstract IEnumerable<BulkScheme> Bulk(BenchDatabase database);

    /// <summary>The statement once per row, with the call that accepts any statement.</summary>
    protected static BulkScheme Executed<TParameters>(
        BenchDatabase database, BulkStrategy strategy, string sql, Func<BenchUser, TParameters> parameters) => new(
        database,
        $"BulkExecute, {strategy}",
        (context, users) => context.BulkExecuteRawAsync(users, sql, parameters, new BulkExecuteOptions { Strategy = strategy }));

    /// <summary>One row as a statement with literals.</summary>
    protected abstract void WriteStatement(StringBuilder text, BenchUser user);

    /// <summary>Many rows as one statement.</summary>
    protected abstract void WriteSetBased(StringBuilder text, BenchUser[] users, ServerVersion version);

    /// <summary>Writes something for each row, with commas between.</summary>
    protected static void WriteList(StringBuilder text, BenchUser[] users, Action<StringBuilder, BenchUser> write)
    {
        for (int i = 0; i < users.Length; i++)
        {
            text.Append(i == 0 ? "" : ",");
            write(text, users[i]);
        }
    }

    private void WriteStatements(StringBuilder text, BenchUser[] users)
    {
        foreach (BenchUser user in users)
        {
            text.Append(text.Length == 0 ? "" : ";");
            WriteStatement(text, user);
        }
    }
}
