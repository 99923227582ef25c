using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>A column of the table that rows are copied to.</summary>
/// <param name="Property">Its property.</param>
/// <param name="Name">Its name.</param>
/// <param name="Source">The name of the projected value: that of the first property that has the same one, since EF Core selects equal values once.</param>
/// <param name="Value">The value, calculated from the row of the query.</param>
internal sealed record TargetColumn(IProperty Property, string Name, string Source, Expression Value);
