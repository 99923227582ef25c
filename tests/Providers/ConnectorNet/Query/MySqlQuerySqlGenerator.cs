using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.SqlExpressions;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Query;

/// <summary>A query's expression as MySQL's SQL.</summary>
internal sealed class MySqlQuerySqlGenerator(QuerySqlGeneratorDependencies dependencies) : QuerySqlGenerator(dependencies)
{
    // OFFSET stands only behind a LIMIT; this is the largest one.
    private const string NoLimit = "18446744073709551615";

    protected override void GenerateLimitOffset(SelectExpression selectExpression)
    {
        if (selectExpression.Limit is null && selectExpression.Offset is null)
        {
            return;
        }

        Sql.AppendLine().Append("LIMIT ");
        if (selectExpression.Limit is { } limit)
        {
            Visit(limit);
        }
        else
        {
            Sql.Append(NoLimit);
        }

        if (selectExpression.Offset is { } offset)
        {
            Sql.Append(" OFFSET ");
            Visit(offset);
        }
    }

    // EF Core reads a JSON column as what an empty path leads to in it.
    protected override Expression VisitJsonScalar(JsonScalarExpression jsonScalarExpression) =>
        jsonScalarExpression.Path.Count == 0 ? Visit(jsonScalarExpression.Json) : base.VisitJsonScalar(jsonScalarExpression);

    protected override void GeneratePseudoFromClause() => Sql.Append(" FROM DUAL");

    protected override Expression VisitSqlBinary(SqlBinaryExpression sqlBinaryExpression)
    {
        if (sqlBinaryExpression.OperatorType is not ExpressionType.Add || !IsText(sqlBinaryExpression))
        {
            return base.VisitSqlBinary(sqlBinaryExpression);
        }

        Sql.Append("CONCAT(");
        Visit(sqlBinaryExpression.Left);
        Sql.Append(", ");
        Visit(sqlBinaryExpression.Right);
        Sql.Append(")");
        return sqlBinaryExpression;
    }

    protected override Expression VisitSqlUnary(SqlUnaryExpression sqlUnaryExpression)
    {
        if (sqlUnaryExpression.OperatorType is not ExpressionType.Convert)
        {
            return base.VisitSqlUnary(sqlUnaryExpression);
        }

        Sql.Append("CAST(");
        Visit(sqlUnaryExpression.Operand);
        Sql.Append(" AS ").Append(CastType(sqlUnaryExpression.TypeMapping!.StoreType)).Append(")");
        return sqlUnaryExpression;
    }

    protected override Expression VisitCrossApply(CrossApplyExpression crossApplyExpression)
    {
        Sql.Append("JOIN LATERAL ");
        Visit(crossApplyExpression.Table);
        Sql.Append(" ON TRUE");
        return crossApplyExpression;
    }

    protected override Expression VisitOuterApply(OuterApplyExpression outerApplyExpression)
    {
        Sql.Append("LEFT JOIN LATERAL ");
        Visit(outerApplyExpression.Table);
        Sql.Append(" ON TRUE");
        return outerApplyExpression;
    }

    // The form with the alias named twice is understood by every version of both servers, with and without joins.
    protected override Expression VisitDelete(DeleteExpression deleteExpression)
    {
        Sql.Append("DELETE ").Append(Delimit(deleteExpression.Table.Alias));
        Sql.AppendLine();
        GenerateFrom(deleteExpression.SelectExpression);
        GenerateWhere(deleteExpression.SelectExpression);
        return deleteExpression;
    }

    protected override Expression VisitUpdate(UpdateExpression updateExpression)
    {
        Sql.Append("UPDATE ");
        for (int i = 0; i < updateExpression.SelectExpression.Tables.Count; i++)
        {
            if (i > 0)
            {
                Sql.AppendLine();
            }

            Visit(updateExpression.SelectExpression.Tables[i]);
        }

        Sql.AppendLine().Append("SET ");
        string separator = "";
        foreach (ColumnValueSetter setter in updateExpression.ColumnValueSetters)
        {
            Sql.Append(separator);
            Visit(setter.Column);
            Sql.Append(" = ");
            Visit(setter.Value);
            separator = ", ";
        }

        GenerateWhere(updateExpression.SelectExpression);
        return updateExpression;
    }

    // The two servers write VALUES lists differently; SELECT … UNION ALL is understood by both.
    protected override void GenerateValues(ValuesExpression valuesExpression)
    {
        IReadOnlyList<RowValueExpression> rows = valuesExpression.RowValues
            ?? throw new InvalidOperationException("A list of values has no rows.");
        for (int row = 0; row < rows.Count; row++)
        {
            Sql.Append(row == 0 ? "SELECT " : " UNION ALL SELECT ");
            for (int column = 0; column < rows[row].Values.Count; column++)
            {
                Sql.Append(column == 0 ? "" : ", ");
                Visit(rows[row].Values[column]);
                Sql.Append(row == 0 ? $" AS {Delimit(valuesExpression.ColumnNames[column])}" : "");
            }
        }
    }

    private void GenerateWhere(SelectExpression selectExpression)
    {
        if (selectExpression.Predicate is { } predicate)
        {
            Sql.AppendLine().Append("WHERE ");
            Visit(predicate);
        }
    }

    private string Delimit(string name) => Dependencies.SqlGenerationHelper.DelimitIdentifier(name);

    private static bool IsText(SqlBinaryExpression expression) =>
        expression.Type == typeof(string)
        || (expression.TypeMapping?.Converter?.ProviderClrType ?? expression.TypeMapping?.ClrType) == typeof(string);

    // CAST knows fewer types than columns do.
    private static string CastType(string storeType) => storeType.Split('(')[0].ToLowerInvariant() switch
    {
        "tinyint" or "smallint" or "mediumint" or "int" or "integer" or "bigint" or "bit" or "year" =>
            storeType.Contains("unsigned", StringComparison.OrdinalIgnoreCase) ? "unsigned" : "signed",
        "tinyint unsigned" or "smallint unsigned" or "mediumint unsigned" or "int unsigned" or "bigint unsigned" => "unsigned",
        "varchar" or "tinytext" or "text" or "mediumtext" or "longtext" or "json" or "enum" or "set" => "char",
        "varbinary" or "tinyblob" or "blob" or "mediumblob" or "longblob" => "binary",
        "timestamp" => storeType.Replace("timestamp", "datetime", StringComparison.OrdinalIgnoreCase),
        "float" or "real" => "double",
        _ => storeType,
    };
}
