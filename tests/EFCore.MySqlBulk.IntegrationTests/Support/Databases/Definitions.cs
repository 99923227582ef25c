using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>Statements that define a database or a table. MySQL keeps its dictionary in tables of InnoDB, so such a statement can be the victim of a deadlock with those of other tests, and is repeated: the server has taken it back.</summary>
internal static class Definitions
{
    private const int MostTimes = 5;

    private static readonly string[] Verbs = ["CREATE ", "ALTER ", "DROP "];

    /// <summary>Whether a statement defines something, so that nothing of it is left after a deadlock.</summary>
    public static bool Contains(string statement) => Verbs.Any(verb => statement.StartsWith(verb, StringComparison.Ordinal));

    /// <summary>Runs a definition, again if it was the victim of a deadlock.</summary>
    public static async Task RunAsync(Func<Task> define)
    {
        for (int time = 1; ; time++)
        {
            try
            {
                await define();
                return;
            }
            catch (DbException exception) when (Trouble.Number(exception) == 1213 && time < MostTimes)
            {
            }
        }
    }
}
