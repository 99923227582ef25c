using EFCore.BulkExtensions;
using EFCore.MySqlBulk.Benchmarks.Data;
using PhenX.EntityFrameworkCore.BulkInsert.Extensions;
using PhenX.EntityFrameworkCore.BulkInsert.MySql;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors.Peers;

/// <summary>The libraries that the build was given by <c>-p:Peers=true</c>.</summary>
internal static class PeerTechniques
{
    public static IEnumerable<Technique> Inserts(BenchDatabase database) =>
    [
        new PeerTechnique(database, TechniqueKind.PhenXBulkInsert, static (context, users) => context.ExecuteBulkInsertAsync(users), static options => options.UseBulkInsertMySql()),
        new PeerTechnique(database, TechniqueKind.BulkExtensions, static (context, users) => DbContextBulkExtensions.BulkInsertAsync(context, users, bulkConfig: null)),
    ];
}
