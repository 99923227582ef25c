using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Does something just before sending certain statements that carry rows, counted from 1.</summary>
public sealed class BeforeStatement(Func<int, bool> which, Func<DbCommand, Task> action) : CommandSpy
{
    public BeforeStatement(int number, Func<DbCommand, Task> action)
        : this(seen => seen == number, action)
    {
    }

    /// <summary>The number of statements with rows that were about to be sent.</summary>
    public int Seen { get; private set; }

    /// <summary>Whether a command carries rows, instead of beginning or ending a transaction or setting a savepoint.</summary>
    public static bool CarriesRows(DbCommand command)
        => command.CommandText.Contains("INSERT ", StringComparison.Ordinal)
            || command.CommandText.Contains("UPDATE ", StringComparison.Ordinal)
            || command.CommandText.Contains("DELETE ", StringComparison.Ordinal);

    protected override Task SeeAsync(DbCommand command) => CarriesRows(command) && which(++Seen) ? action(command) : Task.CompletedTask;
}
