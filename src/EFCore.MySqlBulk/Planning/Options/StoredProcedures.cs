using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Refuses an operation that the model maps to a stored procedure: <c>SaveChanges</c> would call it, but a statement with rows bypasses it.</summary>
internal static class StoredProcedures
{
    /// <exception cref="InvalidOperationException">The entity type, or one derived from it, maps the operation to a procedure.</exception>
    public static void Check(IEntityType entityType, BulkOperation operation)
    {
        foreach (IEntityType type in entityType.GetDerivedTypesInclusive())
        {
            if (Of(type, operation) is { } procedure)
            {
                throw new InvalidOperationException(
                    $"Entity type '{type.DisplayName()}' maps {NameOf(type, procedure)}s to the stored procedure '{procedure.Name}', "
                    + $"which bulk operations do not call. Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");
            }
        }
    }

    private static string NameOf(IEntityType type, IStoredProcedure procedure)
        => procedure == type.GetInsertStoredProcedure() ? "insert" : procedure == type.GetUpdateStoredProcedure() ? "update" : "delete";

    private static IStoredProcedure? Of(IEntityType type, BulkOperation operation) => operation switch
    {
        BulkOperation.Insert => type.GetInsertStoredProcedure(),
        BulkOperation.Update => type.GetUpdateStoredProcedure(),
        BulkOperation.Delete => type.GetDeleteStoredProcedure(),
        BulkOperation.InsertOrUpdate => type.GetInsertStoredProcedure() ?? type.GetUpdateStoredProcedure(),
        BulkOperation.Synchronize => type.GetInsertStoredProcedure() ?? type.GetUpdateStoredProcedure() ?? type.GetDeleteStoredProcedure(),
        BulkOperation.InsertIfAbsent => type.GetInsertStoredProcedure(),
        _ => throw new UnreachableException($"{operation} has no entity type."),
    };
}
