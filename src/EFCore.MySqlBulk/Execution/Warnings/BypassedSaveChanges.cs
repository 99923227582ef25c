using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Execution.Warnings;

/// <summary>Finds what bulk operations bypass of a context's SaveChanges: interceptors and overrides. Subscribers of its events cannot be found.</summary>
internal static class BypassedSaveChanges
{
    private static readonly ConditionalWeakTable<Type, StrongBox<bool>> Overrides = [];

    /// <summary>A sentence about them; <see langword="null" /> if there are none.</summary>
    public static string? Of(DbContext context)
    {
        string[] bypassed = [.. Interceptors(context), .. IsOverridden(context.GetType()) ? [$"{context.GetType().Name}.SaveChanges"] : Array.Empty<string>()];
        return bypassed.Length == 0 ? null
            : $"Bulk operations bypass {string.Join(", ", bypassed)}, whose code does not run for their rows. "
                + "Use hooks instead: UseMySqlBulk(o => o.BeforeInsert<…>(…)), BeforeUpdate, BeforeDelete.";
    }

    private static IEnumerable<string> Interceptors(DbContext context)
    {
        ISaveChangesInterceptor? all = context.GetService<IInterceptors>().Aggregate<ISaveChangesInterceptor>();
        if (all is null)
            return [];
        // EF Core aggregates several interceptors into one that does not name them.
        string[] named = [.. context.GetService<IDbContextOptions>().FindExtension<CoreOptionsExtension>()?.Interceptors?.OfType<ISaveChangesInterceptor>()
            .Select(interceptor => interceptor.GetType().Name).Distinct() ?? []];
        return named.Length > 0 ? named : [all.GetType().Name];
    }

    private static bool IsOverridden(Type context) => Overrides.GetValue(context, static type => new(
        Declares(type, nameof(DbContext.SaveChanges)) || Declares(type, nameof(DbContext.SaveChanges), typeof(bool))
        || Declares(type, nameof(DbContext.SaveChangesAsync), typeof(CancellationToken)) || Declares(type, nameof(DbContext.SaveChangesAsync), typeof(bool), typeof(CancellationToken)))).Value;

    private static bool Declares(Type type, string method, params Type[] parameters)
        => type.GetMethod(method, BindingFlags.Public | BindingFlags.Instance, parameters)?.DeclaringType != typeof(DbContext);
}
